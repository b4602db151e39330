/** As better-auth does it. Slow to load and seldom needed, so it is loaded then. */
export async function hashPassword(password: string): Promise<string> {
  const crypto = await import('better-auth/crypto');
  return crypto.hashPassword(password);
}
