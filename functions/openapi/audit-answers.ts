import * as z from 'zod';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../shared/audit/record.ts';
import { wireId, wireTime } from './wire-values.ts';

const entry = z.strictObject({
  id: wireId,
  at: wireTime,
  action: z.enum(AUDIT_ACTIONS),
  user: z.strictObject({ id: z.string(), email: z.string().nullable() }),
  subject: z.strictObject({ kind: z.enum(AUDIT_SUBJECTS), id: z.string() }),
  request_id: z.string(),
  details: z.record(z.string(), z.unknown()),
});
const page = z.strictObject({ entries: z.array(entry), next: wireId.nullable() });

export const auditAnswers = { AuditPage: page, AuditEntry: entry };
