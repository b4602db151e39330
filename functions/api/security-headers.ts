import { secureHeaders } from 'hono/secure-headers';

/** Nothing is loaded from anywhere else, nothing runs inline, nobody may frame the page. */
export const securityHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    // The download runs in a hidden frame of the page itself.
    frameSrc: ["'self'"],
    frameAncestors: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
  },
  xFrameOptions: 'SAMEORIGIN',
  referrerPolicy: 'same-origin',
  strictTransportSecurity: false,
});
