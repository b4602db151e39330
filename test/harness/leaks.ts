/** What every secret text of a made history holds, and what every secret id begins with: nothing else ever does. */
export const SECRET_TEXT = 'zqsecret';
export const SECRET_DIGITS = '7712345678';

/** A secret id: 16 digits, fewer than 2^53. */
export function secretId(number: number): number {
  return Number(`${SECRET_DIGITS}${String(number).padStart(6, '0')}`);
}

/** Tokens and cursors are signed, not encrypted: what they say is what an answer says. */
const TOKEN = /[A-Za-z0-9_-]{16,}/g;

/**
 * What of secrets is in an answer: its body, its headers, and what is readable inside of either (base64, percent
 * encoding).
 * @param others further texts that must not be there, digests of secrets for instance
 */
export function leaksIn(text: string, others: readonly string[] = []): string[] {
  const inside = (text.match(TOKEN) ?? []).map((token) => Buffer.from(token, 'base64url').toString('latin1'));
  const encoded = text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  );
  return [text, encoded, ...inside].flatMap((readable) =>
    [SECRET_TEXT, SECRET_DIGITS, ...others].flatMap((secret) => {
      const at = readable.indexOf(secret);
      return at < 0 ? [] : [readable.slice(Math.max(0, at - 60), at + 60)];
    }),
  );
}

/** An answer as whoever asked can read it. */
export async function readable(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return [...headers, await response.text()].join('\n');
}
