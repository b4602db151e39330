import { expect, test } from 'vitest';
import { signRequest } from '../../shared/secrets/sign-request.ts';

// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-test-suite.html
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const scope = { region: 'us-east-1', service: 'service' };
const now = new Date('2015-08-30T12:36:00.000Z');
const request = { url: new URL('https://example.amazonaws.com/'), headers: {}, body: '' };

test.each([
  ['GET', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['POST', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
] as const)('the test suite of AWS: %s', (method, signature) => {
  expect(signRequest({ ...request, method }, scope, credentials, now)).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
  });
});

test('a session token is sent and signed, and so is every header', () => {
  const headers = { 'content-type': 'application/x-amz-json-1.1' };
  const signed = signRequest(
    { ...request, method: 'POST', headers },
    scope,
    { ...credentials, sessionToken: 'token' },
    now,
  );
  expect(signed).toMatchObject({ ...headers, 'x-amz-security-token': 'token' });
  expect(signed.authorization).toContain('SignedHeaders=content-type;host;x-amz-date;x-amz-security-token,');
});
