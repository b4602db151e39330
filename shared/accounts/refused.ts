/** What is asked for an account cannot be done; the message says why and what to do. */
export class AccountRefused extends Error {
  override name = 'AccountRefused';
  readonly reason: 'missing' | 'taken' | 'self' | 'last-admin' | 'role' | 'too-many';
  constructor(reason: AccountRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export function noSuchUser(): AccountRefused {
  return new AccountRefused('missing', 'There is no such user.');
}
