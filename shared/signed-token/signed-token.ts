import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a token says. It is signed, not encrypted. */
export interface Claims {
  /** What the token opens; a token of one kind is nothing for another. */
  kind: string;
  /** Id of what it opens. */
  subject: string;
  userId: string;
  /** The session (or API key) it was made for and ends with. */
  sessionId: string;
  /** Milliseconds since 1970. Who verifies a token compares it with the clock that counts there. */
  expiresAt: number;
}

export interface TokenSigner {
  sign(claims: Claims): string;
  /** @returns undefined for anything that we did not sign as this kind; an expired token still verifies */
  verify(token: string, kind: string): Claims | undefined;
}

const TOKEN = /^([A-Za-z0-9_-]{1,2000})\.([A-Za-z0-9_-]{43})$/;

/** Signs with `secret`; what `previousSecret` signed still verifies, so that a secret can be changed without a cut. */
export function createTokenSigner({ secret, previousSecret }: { secret: string; previousSecret: string }): TokenSigner {
  if (!secret) throw new Error('SECRET is empty: tokens cannot be signed. Set it to a long random text.');
  const keys = [secret, previousSecret].filter(Boolean).map(tokenKey);
  const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign({ kind, subject, userId, sessionId, expiresAt }) {
      const text = Buffer.from(JSON.stringify([kind, subject, userId, sessionId, expiresAt])).toString('base64url');
      return `${text}.${mac(keys[0] as Buffer, text)}`;
    },
    verify(token, kind) {
      const [, text, signature] = TOKEN.exec(token) ?? [];
      if (text === undefined || signature === undefined) return undefined;
      // As texts: base64 has more than one spelling for the same bytes.
      if (!keys.some((key) => timingSafeEqual(Buffer.from(mac(key, text)), Buffer.from(signature)))) return undefined;
      const claims = readClaims(text);
      return claims.kind === kind ? claims : undefined;
    },
  };
}

/** A key of its own: nothing else that is signed with the same secret can be taken for a token. */
function tokenKey(secret: string): Buffer {
  return createHmac('sha256', secret).update('tallyport signed token').digest();
}

/** Only called on text that carries our signature. */
function readClaims(text: string): Claims {
  const [kind, subject, userId, sessionId, expiresAt] = JSON.parse(Buffer.from(text, 'base64url').toString());
  return { kind, subject, userId, sessionId, expiresAt };
}
