import * as z from 'zod';

const told = z.object({ import_id: z.string(), request_id: z.string() });

/** By what the trace of a message is found: the request it came from and its import. Nothing, when it tells neither. */
export function messageAnnotations(body: string): Record<string, string> {
  try {
    return told.parse(JSON.parse(body));
  } catch {
    return {};
  }
}
