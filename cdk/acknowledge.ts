import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Takes findings of the rules as they are, each for its reason, which is for an auditor to read. */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason });
}
