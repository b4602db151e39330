import { expect, test } from 'vitest';
import { createTokenSigner } from '../../shared/signed-token/signed-token.ts';

const claims = { kind: 'job', subject: 'j1', userId: 'ü', sessionId: 's1', expiresAt: 1_800_000_000_000 };
const signer = createTokenSigner({ secret: 'new secret', previousSecret: 'old secret' });

test('a token says what was signed', () => {
  expect(signer.verify(signer.sign(claims), 'job')).toEqual(claims);
});

test('the previous secret still verifies, the one before no longer', () => {
  const old = createTokenSigner({ secret: 'old secret', previousSecret: '' });
  const older = createTokenSigner({ secret: 'older secret', previousSecret: '' });
  expect(signer.verify(old.sign(claims), 'job')).toEqual(claims);
  expect(signer.verify(older.sign(claims), 'job')).toBeUndefined();
  expect(old.verify(signer.sign(claims), 'job')).toBeUndefined();
});

test('a token of one kind is nothing for another', () => {
  expect(signer.verify(signer.sign(claims), 'file')).toBeUndefined();
});

test('no token with one character changed, left out or added verifies', () => {
  const token = signer.sign(claims);
  for (let index = 0; index < token.length; index++) {
    const other = token[index] === 'A' ? 'B' : 'A';
    expect(signer.verify(token.slice(0, index) + other + token.slice(index + 1), 'job')).toBeUndefined();
    expect(signer.verify(token.slice(0, index) + token.slice(index + 1), 'job')).toBeUndefined();
  }
  expect(signer.verify(`${token}A`, 'job')).toBeUndefined();
});

test.each(['', '.', 'a.b', 'x'.repeat(5000), `${'A'.repeat(10)}.${'A'.repeat(43)}`])('%j is no token', (text) => {
  expect(signer.verify(text, 'job')).toBeUndefined();
});

test('nothing is signed without a secret', () => {
  expect(() => createTokenSigner({ secret: '', previousSecret: 'x' })).toThrow('SECRET is empty');
});
