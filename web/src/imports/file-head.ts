const HEAD_BYTES = 64 * 1024;
const SHEETS = [',', '\t', ';', '|'];
const DECODERS = ['utf-8', 'shift_jis', 'euc-jp'];

/**
 * The names on a file's first line, read here only to guess which ledger it is for; the server reads it properly.
 * Empty when it cannot be told.
 */
export async function headerNames(file: Blob): Promise<string[]> {
  try {
    const line = firstLine(await head(file));
    return line.startsWith('{') ? Object.keys(JSON.parse(line) as object) : cells(line);
  } catch {
    return [];
  }
}

async function head(file: Blob): Promise<Uint8Array> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  // The first piece is enough, and what was cut off behind it is never asked for.
  const { value } = await reader.read();
  void reader.cancel().catch(() => {});
  return value ?? new Uint8Array();
}

function firstLine(bytes: Uint8Array): string {
  const text = decode(bytes).replace(/^\uFEFF/, '');
  return text.split(/\r\n|\r|\n/).find((line) => line.trim() !== '') ?? '';
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  for (const encoding of DECODERS) {
    try {
      // A character cut at the end of the head is no fault: `stream` holds it back.
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    } catch {}
  }
  return new TextDecoder().decode(bytes);
}

/** Names hold no separators but in quotes, which are rare enough there for a plain reading. */
function cells(line: string): string[] {
  const counted = SHEETS.map((sign) => ({ sign, count: line.split(sign).length })).sort((a, b) => b.count - a.count);
  const sign = counted[0]?.sign ?? ',';
  return line.split(sign).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .replaceAll('""', '"')
      .trim(),
  );
}
