import { useLanguage } from '../language/language.ts';
import { Life } from './life.tsx';
import { Moment } from './moment.tsx';
import { Table } from './table.tsx';
import type { Workers } from './use-workers.ts';

export function ProcessesPart({ processes }: { processes: Workers['processes'] }) {
  const { texts } = useLanguage();
  const words = texts.operations;
  return (
    <section className="card stack" aria-labelledby="processes">
      <h2 id="processes">{words.processes}</h2>
      {processes.length === 0 ? (
        <p className="soft">{words.noProcesses}</p>
      ) : (
        <Table
          label={words.processes}
          rows={processes}
          keyOf={({ id }) => id}
          columns={[
            { name: words.process.name, cell: ({ name }) => name },
            { name: words.process.state, cell: ({ alive }) => <Life alive={alive} /> },
            { name: words.process.host, cell: ({ host }) => host },
            { name: words.process.pid, number: true, cell: ({ pid }) => pid },
            { name: words.process.version, cell: ({ version }) => version },
            { name: words.process.started, cell: ({ started_at }) => <Moment at={started_at} /> },
            { name: words.process.heartbeat, cell: ({ heartbeat_at }) => <Moment at={heartbeat_at} /> },
          ]}
        />
      )}
    </section>
  );
}
