import type { Ledger } from '../counts/ledgers.ts';
import { useLanguage } from '../language/language.ts';
import { canBeMapped } from './import-options.ts';

interface Props {
  ledger: Ledger;
  /** The file's own names, each with the column that it was recognised as. */
  columns: readonly { name: string; column: string | null }[];
  map: Readonly<Record<string, string>>;
  onChange: (map: Record<string, string>) => void;
}

/** For each name of the file, the column that it fills. */
export function ColumnMap({ ledger, columns, map, onChange }: Props) {
  const { texts } = useLanguage();
  const words = texts.imports.review;

  function choose(name: string, column: string) {
    const { [name]: _, ...others } = map;
    onChange(column === '' ? others : { ...others, [name]: column });
  }

  return (
    <ul className="plain column-map">
      {columns.map(({ name, column }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have one name
        <li key={position}>
          <code className="wrap">{name || words.noName}</code>
          {canBeMapped(name) ? (
            <select
              aria-label={words.column(name)}
              value={map[name] ?? ''}
              onChange={(event) => choose(name, event.target.value)}
            >
              <option value="">{column && !map[name] ? words.asRecognised(column) : words.leftOut}</option>
              {ledger.columns.map((known) => (
                <option key={known.name} value={known.name}>
                  {known.name}
                </option>
              ))}
            </select>
          ) : (
            <span className="soft">{column ?? words.leftOut}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
