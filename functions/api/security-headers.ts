import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { isSecure } from '../../shared/accounts/session-cookie.ts';

/**
 * Nothing is loaded from anywhere else, nothing runs inline, nobody else may frame the page.
 * @param publicUrl ours @param uploads another origin to which the page may send files
 */
export function securityHeaders(publicUrl: string, uploads?: string): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(uploads === undefined ? [] : [uploads])],
      // The download runs in a hidden frame of the page itself.
      frameSrc: ["'self'"],
      frameAncestors: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
    },
    xFrameOptions: 'SAMEORIGIN',
    referrerPolicy: 'same-origin',
    // Half a year, for this name alone: what else lives below it is not ours to decide.
    strictTransportSecurity: isSecure(publicUrl) && 'max-age=15552000',
  });
}
