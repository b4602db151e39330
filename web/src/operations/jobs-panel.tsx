import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../http/answer.ts';
import { requestJson } from '../http/request-json.ts';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { FailureNotice } from '../notices/failure-notice.tsx';
import { Asked } from './asked.tsx';
import { Moment } from './moment.tsx';
import { type Column, Table } from './table.tsx';
import { usePages } from './use-pages.ts';

type Job = Answer<'Job'>;

const PATH = '/api/jobs';
const STATES = ['', 'queued', 'running', 'failed', 'done'];

/** Background jobs by state; one that has failed may be tried again. */
export function JobsPanel() {
  const { texts, formats } = useLanguage();
  const words = texts.operations;
  const client = useQueryClient();
  const [state, setState] = useState('');
  const jobs = usePages<Answer<'JobPage'>>(PATH, state ? { state } : {}, { pause: 5_000 });
  const retry = useMutation({
    mutationFn: (id: Job['id']) => requestJson<Job>(`${PATH}/${id}/retry`, { method: 'POST', timeout: 15_000 }),
    onSettled: () => client.invalidateQueries({ queryKey: [PATH] }),
  });

  const columns: Column<Job>[] = [
    { name: words.job.id, number: true, cell: ({ id }) => String(id) },
    { name: words.job.kind, cell: ({ kind }) => <code>{kind}</code> },
    {
      name: words.job.state,
      cell: (job) => (
        <span className={job.state === 'failed' ? 'bad' : undefined}>{named(words.jobStates, job.state)}</span>
      ),
    },
    { name: '', cell: retryButton },
    { name: words.job.attempts, number: true, cell: ({ attempts }) => formats.number(attempts) },
    { name: words.job.due, cell: ({ run_at }) => <Moment at={run_at} /> },
    { name: words.job.finished, cell: ({ finished_at }) => <Moment at={finished_at} /> },
    { name: words.job.payload, cell: ({ payload }) => <code className="cut">{payload}</code> },
    { name: words.job.error, cell: ({ last_error }) => last_error && <span className="wrap">{last_error}</span> },
  ];

  return (
    <section className="stack" aria-labelledby="jobs">
      <h2 id="jobs">{words.jobs}</h2>
      <Asked query={jobs}>
        {({ pages }) => {
          const counts: Record<string, number> = pages[0]?.counts ?? {};
          const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
          const rows = pages.flatMap((page) => page.jobs);
          return (
            <>
              <fieldset className="choices">
                <legend className="unseen">{words.job.state}</legend>
                {STATES.map((name) => (
                  <button key={name} type="button" aria-pressed={state === name} onClick={() => setState(name)}>
                    {name ? named(words.jobStates, name) : words.allJobs}{' '}
                    <span className="soft">{formats.number(name ? (counts[name] ?? 0) : all)}</span>
                  </button>
                ))}
              </fieldset>
              {retry.error && <FailureNotice failure={retry.error} onDismiss={() => retry.reset()} />}
              {rows.length === 0 ? (
                <div className="empty">
                  <p>{words.noJobs}</p>
                </div>
              ) : (
                <Table label={words.jobs} rows={rows} keyOf={({ id }) => String(id)} columns={columns} />
              )}
            </>
          );
        }}
      </Asked>
      {jobs.hasNextPage && (
        <button type="button" onClick={() => void jobs.fetchNextPage()} disabled={jobs.isFetchingNextPage}>
          {words.older}
        </button>
      )}
    </section>
  );

  function retryButton({ id, state }: Job) {
    if (state !== 'failed') return null;
    return (
      <button
        type="button"
        aria-label={words.retryOf(String(id))}
        disabled={retry.isPending}
        onClick={() => retry.mutate(id)}
      >
        {words.retry}
      </button>
    );
  }
}
