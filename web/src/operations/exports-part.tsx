import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { Life } from './life.tsx';
import { Moment } from './moment.tsx';
import { Table } from './table.tsx';
import type { Workers } from './use-workers.ts';

/** The export workers, what they are at, and how full their directory is. */
export function ExportsPart({ exports: { workers, slots, exports, directory } }: { exports: Workers['export'] }) {
  const { texts, formats } = useLanguage();
  const words = texts.operations;
  const { bytes_used: used, bytes_limit: limit } = directory;
  return (
    <section className="card stack" aria-labelledby="exports">
      <h2 id="exports">{words.exports}</h2>
      {!workers.some(({ alive }) => alive) && <p className="notice bad">{words.noWorkers}</p>}
      <dl className="facts figures">
        {Object.entries(exports).map(([state, count]) => (
          <div key={state}>
            <dt>{named(words.exportStates, state)}</dt>
            <dd className="figure number">{formats.number(count)}</dd>
          </div>
        ))}
      </dl>
      <p>{words.slots(formats.number(slots.running), formats.number(slots.limit))}</p>
      <div>
        <meter min={0} max={limit} high={limit * 0.8} value={used} aria-label={words.directoryLabel} />
        <p className="soft small">{words.directory(formats.bytes(used), formats.bytes(limit))}</p>
      </div>
      {workers.length > 0 && (
        <Table
          label={words.exportWorkers}
          rows={workers}
          keyOf={({ id }) => id}
          columns={[
            { name: words.process.name, cell: ({ id }) => <code>{id}</code> },
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
