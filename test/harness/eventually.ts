import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until there is an answer that is neither false nor nothing. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  const limit = AbortSignal.timeout(60_000);
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (limit.aborted) throw new Error(`It never came about that ${what}.`);
    await sleep(20);
  }
}
