import type { Caller } from '../../shared/accounts/caller.ts';
import type { Connection } from '../../shared/database/database.ts';
import type { ExportQueue } from '../../shared/export-queue/export-queue.ts';
import { ARTIFACT_POLICY, type ExportJob } from '../../shared/export-queue/job.ts';
import { readExport } from '../../shared/export-queue/status.ts';
import { readPolicyRevision } from '../../shared/ledgers/policy-revision.ts';
import type { Claims, TokenSigner } from '../../shared/signed-token/signed-token.ts';
import { Problem } from './problem.ts';

export interface AccessDependencies {
  queue: ExportQueue;
  signer: TokenSigner;
  database: Pick<Connection, 'query' | 'execute'>;
}

export const JOB_TOKEN = 'export-job';
export const FILE_TOKEN = 'export-file';
export type TokenKind = typeof JOB_TOKEN | typeof FILE_TOKEN;

/** A token for what belongs to a job; it ends with the job and with its owner's session. */
export function exportToken({ signer }: Pick<AccessDependencies, 'signer'>, kind: TokenKind, job: ExportJob): string {
  const { user_id: userId, session_id: sessionId } = job.owner;
  return signer.sign({ kind, subject: job.id, userId, sessionId, expiresAt: Date.parse(job.expires_at) });
}

/**
 * The job that a token opens for this caller, who may see its file now.
 * @throws Problem 404 for a token that is unknown, forged or somebody else's, 410 for what is over
 */
export async function openToken(
  deps: AccessDependencies,
  token: string,
  kind: TokenKind,
  caller: Caller,
): Promise<ExportJob> {
  const job = await openOwn(deps, token, kind, caller);
  await requireCurrent(deps, job, caller);
  return job;
}

/**
 * The same without asking whether its owner may still see its file.
 * @throws Problem 404, 410
 */
export async function openOwn(
  { queue, signer }: AccessDependencies,
  token: string,
  kind: TokenKind,
  caller: Caller,
): Promise<ExportJob> {
  const claims = signer.verify(token, kind);
  if (!claims || !isOwn(claims, caller)) throw notFound();
  if (claims.expiresAt <= queue.clock.now()) throw expired();
  const job = await readExport(queue, claims.subject);
  if (!job) throw notFound();
  return job;
}

/**
 * What has ended without a file shows nothing, and may be told under any policy.
 * @throws Problem 410 when the job was registered with another role or under another policy
 */
export async function requireCurrent(
  { database }: Pick<AccessDependencies, 'database'>,
  job: ExportJob,
  caller: Pick<Caller, 'role'>,
): Promise<void> {
  if (job.state === 'failed' || job.state === 'canceled' || job.state === 'expired') return;
  const same = job.owner.role === caller.role && job.artifact_policy === ARTIFACT_POLICY;
  if (!same || job.policy_revision !== (await readPolicyRevision(database)))
    throw new Problem(410, 'outdated', 'What you may see has changed since this export was asked for. Export again.');
}

/** @throws Problem 409 while there is no file yet, 410 when there is none any more */
export function requireReady(job: ExportJob | undefined): ExportJob {
  if (!job || job.state === 'expired') throw expired();
  if (job.state === 'canceled') throw new Problem(410, 'canceled', 'This export was canceled.');
  if (job.state !== 'ready') throw new Problem(409, 'not-ready', 'This export has no file to download.');
  return job;
}

function isOwn({ userId, sessionId }: Claims, caller: Caller): boolean {
  return userId === caller.userId && sessionId === caller.sessionId;
}

export function notFound(): Problem {
  return new Problem(404, 'not-found', 'There is no such export.');
}

function expired(): Problem {
  return new Problem(410, 'expired', 'This export has expired. Export again.');
}
