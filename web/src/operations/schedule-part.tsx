import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../http/answer.ts';
import { requestJson } from '../http/request-json.ts';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { Asked } from './asked.tsx';
import { Moment } from './moment.tsx';
import { Table } from './table.tsx';

type Task = Answer<'ScheduledTask'>;

const PAUSE = 10_000;

/** What runs when, and how it went. */
export function SchedulePart() {
  const { texts, formats } = useLanguage();
  const words = texts.operations;
  const schedule = useQuery({
    queryKey: ['schedule'],
    queryFn: ({ signal }) => requestJson<Answer<'Schedule'>>('/api/schedule', { signal, timeout: 15_000 }),
    refetchInterval: PAUSE,
  });
  return (
    <section className="card stack" aria-labelledby="schedule">
      <h2 id="schedule">{words.schedule}</h2>
      <Asked query={schedule}>
        {({ last_tick_at, tasks }) => (
          <>
            <p className="soft small">
              {words.lastTick(last_tick_at === null ? words.never : formats.time(last_tick_at))}
            </p>
            <Table
              label={words.schedule}
              rows={tasks}
              keyOf={({ name }) => name}
              columns={[
                { name: words.task.name, cell: ({ name }) => named(words.tasks, name) },
                { name: words.task.every, number: true, cell: ({ every_seconds }) => every(every_seconds) },
                { name: words.task.last, cell: ({ last_started_at }) => <Moment at={last_started_at} /> },
                { name: words.task.result, cell: result },
                { name: words.task.next, cell: ({ next_run_at }) => <Moment at={next_run_at} /> },
              ]}
            />
          </>
        )}
      </Asked>
    </section>
  );

  function result({ last_error, last_finished_at }: Task) {
    if (last_error !== null) return <span className="bad wrap">{last_error}</span>;
    return last_finished_at === null ? <span className="soft">{words.notYet}</span> : words.well;
  }

  function every(seconds: number): string {
    if (seconds % 3600 === 0) return words.hours(formats.number(seconds / 3600));
    return seconds % 60 === 0 ? words.minutes(formats.number(seconds / 60)) : words.seconds(formats.number(seconds));
  }
}
