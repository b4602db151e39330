import { useState } from 'react';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import type { CountResult } from './count-answer.ts';
import { PivotHead } from './pivot-head.tsx';
import { layoutHeads } from './pivot-layout.ts';
import { PivotRow } from './pivot-row.tsx';
import './pivot-table.css';

/** Lines drawn at first and added by each "show more": ten thousand at once would freeze the page. */
const PORTION = 500;

export function PivotTable({ result: { request, answer } }: { result: CountResult }) {
  const { texts, formats } = useLanguage();
  const [limit, setLimit] = useState(PORTION);
  const label = texts.counts.table(named(texts.ledgers, request.ledger));
  const lines = answer.result_rows.length;
  if (lines === 0) return <p className="notice">{texts.counts.empty}</p>;

  const depth = request.rows.length;
  const shown = answer.result_rows.slice(0, limit);
  const heads = layoutHeads(shown, depth);
  const withTotal = request.columns.length > 0;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="scroll pivot-frame card" aria-label={label} tabIndex={0}>
        <table className="pivot">
          <caption className="unseen">{label}</caption>
          <PivotHead request={request} columnKeys={answer.column_keys} />
          <tbody>
            {shown.map((row, index) => (
              <PivotRow
                key={JSON.stringify(row.key)}
                row={row}
                heads={heads[index] ?? []}
                depth={depth}
                withTotal={withTotal}
              />
            ))}
          </tbody>
        </table>
      </section>
      {lines > limit && (
        <button type="button" className="more" onClick={() => setLimit(limit + PORTION)}>
          {texts.counts.showMore(
            formats.number(Math.min(PORTION, lines - limit)),
            formats.number(limit),
            formats.number(lines),
          )}
        </button>
      )}
    </>
  );
}
