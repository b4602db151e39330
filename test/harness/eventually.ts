import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = Number(process.env.TEST_PATIENCE_SECONDS ?? 60) * 1000;

/** Asks again and again until there is an answer that is neither false nor nothing. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  const limit = AbortSignal.timeout(PATIENCE_MS);
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (limit.aborted) throw new Error(`It never came about that ${what}.`);
    await sleep(20);
  }
}
