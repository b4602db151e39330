import { expect, test, vi } from 'vitest';
import { CancelRequested } from '../../shared/imports/claim.ts';
import { keepLease } from '../../shared/imports/lease.ts';

test('a renewal that hangs is waited for, not joined by others', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const answers: PromiseWithResolvers<void>[] = [];
  const lease = keepLease(() => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  }, 60);
  try {
    vi.advanceTimersByTime(100_000);
    expect(answers).toHaveLength(1);
    answers[0]?.reject(new Error('Lock wait timeout exceeded'));
    await new Promise(setImmediate);
    vi.advanceTimersByTime(20_000);
    expect(answers).toHaveLength(2);
    answers[1]?.reject(new CancelRequested('canceled'));
    await new Promise(setImmediate);
    expect(lease.signal.reason).toBeInstanceOf(CancelRequested);
  } finally {
    lease.end();
    vi.useRealTimers();
  }
});
