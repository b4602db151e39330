import type { Tracing } from '../../shared/tracing.ts';

/** Does some work and records it in the trace, also when it fails. */
export async function traced<T>(
  tracing: Tracing,
  name: string,
  annotations: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  const start = Date.now() / 1000;
  let failed = true;
  try {
    const result = await work();
    failed = false;
    return result;
  } finally {
    await tracing.record({ name, start, end: Date.now() / 1000, annotations, failed });
  }
}
