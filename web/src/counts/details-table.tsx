import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import { KeyLabel } from './key-label.tsx';

type CellOfDetails = string | number | null | readonly (string | number)[] | undefined;

interface Props {
  ledger: string;
  fields: readonly string[];
  rows: readonly Record<string, CellOfDetails>[];
  timeZone: string;
}

const TIMES = ['created_at', 'recorded_at'];

export function DetailsTable({ ledger, fields, rows, timeZone }: Props) {
  const { texts, formats } = useLanguage();
  const label = texts.counts.detailsTable(named(texts.ledgers, ledger));
  const isNumber = (field: string) => field === 'version_no' || field === 'id' || field.endsWith('_id');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scroll framed pivot-frame" aria-label={label} tabIndex={0}>
      <table className="lines details">
        <caption className="unseen">{label}</caption>
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field} scope="col" className={isNumber(field) ? 'number' : undefined}>
                {named(texts.axes, field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pages are only added, and the id may not be among the fields
            <tr key={place}>
              {fields.map((field) => (
                <td key={field} className={isNumber(field) ? 'number' : undefined}>
                  {cell(field, row[field])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );

  function cell(field: string, value: CellOfDetails) {
    if (value === null || value === undefined) return <span className="soft">–</span>;
    if (Array.isArray(value)) return value.join(', ');
    if (TIMES.includes(field)) return <span className="keep">{formats.time(String(value), timeZone)}</span>;
    if (field === 'event_type')
      return <KeyLabel value={{ value: String(value), label: null }} choice={{ axis: field }} />;
    return String(value);
  }
}
