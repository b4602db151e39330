import { createHmac, timingSafeEqual } from 'node:crypto';

export const COOKIE_PREFIX = 'tallyport';

export function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** The cookie in which better-auth keeps the session's token. @param publicUrl where people reach us */
export function sessionCookieName(publicUrl: string): string {
  return `${isSecure(publicUrl) ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`;
}

/** The value of a cookie in a request, or undefined. The first one counts, as for better-auth. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  for (const pair of headers.get('cookie')?.split(';') ?? []) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return decoded(value.join('=').trim());
  }
  return undefined;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** `TOKEN.SIGNATURE`, as better-auth signs its cookies: HMAC-SHA-256 in base64. */
export function signCookie(token: string, secret: string): string {
  return `${token}.${signature(token, secret)}`;
}

/** The token of a signed cookie; undefined when none of the secrets signed it. */
export function verifiedCookie(value: string, secrets: readonly string[]): string | undefined {
  const dot = value.lastIndexOf('.');
  const token = value.slice(0, Math.max(dot, 0));
  const given = Buffer.from(value.slice(dot + 1));
  const signed = secrets.some((secret) => {
    const ours = Buffer.from(signature(token, secret));
    return ours.byteLength === given.byteLength && timingSafeEqual(ours, given);
  });
  return token && signed ? token : undefined;
}

function signature(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64');
}
