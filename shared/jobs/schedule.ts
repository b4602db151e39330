import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';
import { failureText } from './failure-text.ts';
import { underLease } from './lease.ts';
import {
  claimTask,
  dueTasks,
  finishTask,
  giveTaskBack,
  listTasks,
  renewTask,
  storeTask,
  type TaskClaim,
  type TaskRecord,
} from './scheduled-tasks.ts';
import { readTick, storeTick } from './tick.ts';

/**
 * Does what a task is for. Keep it short: long work is cut into batches or one job per item.
 * @param signal aborts at a stop (a rejection then makes the run due again) and when the lease was lost
 */
export type Task = (signal: AbortSignal) => Promise<unknown> | unknown;

export interface Schedule {
  /**
   * Registers a task. It first runs `seconds` after the first tick that any process made with it, then `seconds`
   * after the start of each run; however long nothing ran, it is made up for once.
   */
  every(seconds: number, name: string, task: Task): void;
  /** One tick: runs the due tasks one by one. @returns how many it ran. An error of a task is logged, not thrown. */
  runDue(now?: Date, signal?: AbortSignal): Promise<number>;
  /** When a process last looked for due tasks; undefined before the first time. A running task does not advance it. */
  lastTick(): Promise<Date | undefined>;
  /** Every task that was ever registered, with its last and next run. */
  list(): Promise<TaskRecord[]>;
}

export interface ScheduleOptions {
  database: Pick<Database, 'query' | 'execute'>;
  log: Log;
  /** How long a run may go without a sign of life before the task may run elsewhere. */
  leaseSeconds?: number;
}

const SECONDS_MAX = 31_536_000;

export function createSchedule({ database, log, leaseSeconds = 60 }: ScheduleOptions): Schedule {
  const tasks = new Map<string, { seconds: number; task: Task }>();
  const stored = new Set<string>();

  /** Not at registration, which does no I/O, and once per process: a row's period is that of the latest start. */
  async function storeNewTasks(now?: Date): Promise<void> {
    for (const [name, { seconds }] of tasks) {
      if (stored.has(name)) continue;
      await storeTask(database, name, seconds, now);
      stored.add(name);
    }
  }

  async function run(task: Task, claim: TaskClaim, now?: Date, stop?: AbortSignal): Promise<void> {
    const { name } = claim;
    const renew = () => renewTask(database, claim, leaseSeconds, now);
    const settled = async (stillHeld: Promise<boolean>) => {
      if (!(await stillHeld)) log.warn(`Scheduled task "${name}" came back after its lease had ended.`);
    };
    try {
      await underLease({ seconds: leaseSeconds, renew, log }, stop, task);
    } catch (thrown) {
      const error = failureText(thrown);
      if (stop?.aborted) {
        log.info(`Scheduled task "${name}" was broken off by a stop: ${error}`);
        return settled(giveTaskBack(database, claim));
      }
      log.error(`Scheduled task "${name}" failed: ${error}`);
      return settled(finishTask(database, claim, error, now));
    }
    await settled(finishTask(database, claim, null, now));
  }

  return {
    every(seconds, name, task) {
      if (!Number.isInteger(seconds) || seconds < 1 || seconds > SECONDS_MAX)
        throw new Error(`Scheduled task "${name}": the period must be whole seconds from 1 to ${SECONDS_MAX}.`);
      if (!/^.{1,100}$/u.test(name)) throw new Error('The name of a scheduled task must have 1 to 100 characters.');
      if (tasks.has(name)) throw new Error(`Scheduled task "${name}" is registered already.`);
      tasks.set(name, { seconds, task });
    },
    async runDue(now, signal) {
      await storeTick(database, now);
      await storeNewTasks(now);
      let runs = 0;
      for (const due of tasks.size ? await dueTasks(database, [...tasks.keys()], now) : []) {
        if (signal?.aborted) break;
        const registered = tasks.get(due.name);
        const claim = registered && (await claimTask(database, due, leaseSeconds, now));
        if (!claim) continue;
        await run(registered.task, claim, now, signal);
        runs++;
        // Many tasks one after another are no sign of a stuck one.
        await storeTick(database, now);
      }
      return runs;
    },
    lastTick: () => readTick(database),
    list: () => listTasks(database),
  };
}
