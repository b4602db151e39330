/** A point in time: microseconds since 1970-01-01T00:00:00Z. Whole numbers of this size are exact in a double. */
export type Instant = number;

export const SECOND = 1_000_000;
export const HOUR = 3600 * SECOND;
export const DAY = 24 * HOUR;

/** @param text ISO 8601 with its zone */
export function instant(text: string): Instant {
  return Date.parse(text) * 1000;
}

/** How the program in an actor's hands writes times. */
interface Style {
  offsetHours: number;
  microseconds: boolean;
}

const STYLES: Readonly<Record<string, Style>> = {
  mika: { offsetHours: 9, microseconds: false },
  sora: { offsetHours: 9, microseconds: true },
  'bot-import': { offsetHours: 0, microseconds: true },
};

/** ISO 8601 with its zone, in the manner of the actor: `2023-01-10T12:00:05+09:00`, `2023-01-10T03:00:05.250000Z`. */
export function formatTimestamp(at: Instant, actor: string | null): string {
  const { offsetHours, microseconds } = STYLES[actor ?? ''] ?? { offsetHours: 0, microseconds: false };
  const whole = Math.floor(at / SECOND);
  const seconds = new Date((whole + offsetHours * 3600) * 1000).toISOString().slice(0, 19);
  const fraction = microseconds ? `.${String(at - whole * SECOND).padStart(6, '0')}` : '';
  return `${seconds}${fraction}${offsetHours === 0 ? 'Z' : `+${String(offsetHours).padStart(2, '0')}:00`}`;
}
