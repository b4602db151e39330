/** Whether the server is in reach, as the page's own requests find it. One for the whole page, as the line is. */
let lostAt: number | null = null;
const followers = new Set<() => void>();

/** An answer came, whatever it said. */
export function heard(): void {
  change(null);
}

/** A request did not reach the server. */
export function silence(): void {
  change(lostAt ?? Date.now());
}

/** Milliseconds since the epoch, by this browser's clock; null while the server is in reach. */
export function lostSince(): number | null {
  return lostAt;
}

export function followConnection(changed: () => void): () => void {
  followers.add(changed);
  return () => followers.delete(changed);
}

function change(to: number | null): void {
  if (to === lostAt) return;
  lostAt = to;
  for (const changed of followers) changed();
}
