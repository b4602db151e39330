import { randomBytes } from 'node:crypto';
import { createTokenSigner } from '../signed-token/signed-token.ts';
import { COOKIE_PREFIX, cookieOf, isSecure } from './session-cookie.ts';

const KIND = 'known-browser';
const SIGN_IN_PATH = '/api/auth/sign-in';
const MAX_AGE_SECONDS = 180 * 24 * 3600;

/** The cookie by which a browser proves that somebody signed in to an account with it before. It opens nothing. */
export interface KnownBrowsers {
  /** @returns an id of the browser, the same until it signs in again; undefined for a browser unknown to this account */
  recognise(headers: Headers, account: string): string | undefined;
  /** @returns the value of a Set-Cookie header */
  remember(account: string): string;
}

/** @param publicUrl where people reach us */
export function createKnownBrowsers(secrets: readonly string[], publicUrl: string): KnownBrowsers {
  const [secret = '', previousSecret = ''] = secrets;
  const signer = createTokenSigner({ secret, previousSecret });
  const secure = isSecure(publicUrl);
  const name = `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.known_browser`;
  return {
    recognise(headers, account) {
      const claims = signer.verify(cookieOf(headers, name) ?? '', KIND);
      return claims?.userId === account && claims.expiresAt > Date.now() ? claims.subject : undefined;
    },
    remember(account) {
      const subject = randomBytes(16).toString('hex');
      const expiresAt = Date.now() + MAX_AGE_SECONDS * 1000;
      const token = signer.sign({ kind: KIND, subject, userId: account, sessionId: '', expiresAt });
      const attributes = `Max-Age=${MAX_AGE_SECONDS}; Path=${SIGN_IN_PATH}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
      return `${name}=${token}; ${attributes}`;
    },
  };
}
