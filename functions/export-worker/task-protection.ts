import { errorFields, type Log } from '../../shared/log.ts';

/** Asks the platform not to choose this process when it needs one fewer (a deployment, scaling in). */
export interface TaskProtection {
  /** @param seconds that the work may take at most; undefined: there is none. Never rejects. */
  set(seconds: number | undefined): Promise<void>;
}

const DEADLINE_MS = 2_000;
/** What the agent takes. */
const MOST_MINUTES = 2_880;

/** Where nobody stops tasks. */
export const noTaskProtection: TaskProtection = { set: async () => {} };

/**
 * Task protection by the agent of ECS. It is a favour: work that is not protected has the grace of a stop to finish in,
 * so a refusal is logged and nothing else.
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-scale-in-protection-endpoint.html
 * @param agentUri ECS_AGENT_URI, as ECS sets it
 */
export function ecsTaskProtection(agentUri: string, log: Pick<Log, 'warn'>): TaskProtection {
  const url = `${agentUri}/task-protection/v1/state`;
  return {
    async set(seconds) {
      const minutes = Math.min(Math.ceil((seconds ?? 0) / 60), MOST_MINUTES);
      const wanted = {
        ProtectionEnabled: seconds !== undefined,
        ...(minutes > 0 ? { ExpiresInMinutes: minutes } : {}),
      };
      try {
        const response = await fetch(url, {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(wanted),
          signal: AbortSignal.timeout(DEADLINE_MS),
        });
        const answer = await response.text();
        // A refusal may come with status 200.
        if (!response.ok || /"(failure|error)"/.test(answer)) log.warn('the task is not protected', { answer });
      } catch (error) {
        log.warn('the task is not protected', errorFields(error));
      }
    },
  };
}
