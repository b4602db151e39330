/** fault: something does not work or soon will not. warning: works, but not as it should. skipped: could not be looked at. */
export type FindingState = 'ok' | 'warning' | 'fault' | 'skipped';

/** What one check has found. */
export interface Finding {
  check: string;
  state: FindingState;
  /** What is so. */
  found: string;
  /** What to do about it; null: nothing. */
  advice: string | null;
}

type Told = Omit<Finding, 'check'>;

export const ok = (found: string): Told => ({ state: 'ok', found, advice: null });
export const warning = (found: string, advice: string): Told => ({ state: 'warning', found, advice });
export const fault = (found: string, advice: string): Told => ({ state: 'fault', found, advice });
export const skipped = (found: string): Told => ({ state: 'skipped', found, advice: null });

/** One thing to look at. It may tell of several; an error it throws is a fault that nobody foresaw. */
export interface Check {
  name: string;
  look(): Promise<Told | Told[]>;
}

export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, look } of checks) {
    const told = await look().catch((error: Error) =>
      fault(`It could not be looked at: ${error.message}.`, 'Mend that first, then run doctor again.'),
    );
    findings.push(...[told].flat().map((finding) => ({ check: name, ...finding })));
  }
  return findings;
}
