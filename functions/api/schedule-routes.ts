import { Hono } from 'hono';
import type { Connection } from '../../shared/database/database.ts';
import { wireTimeOf } from '../../shared/export-queue/database-clock.ts';
import { listTasks } from '../../shared/jobs/scheduled-tasks.ts';
import { readTick } from '../../shared/jobs/tick.ts';
import type { ApiEnvironment } from './environment.ts';
import { requireAdmin } from './require-admin.ts';

/** `GET /`: what runs when, and how it went the last time, for administrators. */
export function createScheduleRoutes(database: Pick<Connection, 'query'>): Hono<ApiEnvironment> {
  return new Hono<ApiEnvironment>().get('/', requireAdmin('see the schedule'), async (c) => {
    const tick = await readTick(database);
    const tasks = await listTasks(database);
    return c.json({
      last_tick_at: tick ? wireTimeOf(tick.getTime()) : null,
      tasks: tasks.map((task) => ({
        name: task.name,
        every_seconds: task.everySeconds,
        next_run_at: task.nextRunAt,
        last_started_at: task.lastStartedAt,
        last_finished_at: task.lastFinishedAt,
        last_error: task.lastError,
      })),
    });
  });
}
