import { useState } from 'react';
import { ChoiceField } from '../controls/choice-field.tsx';
import type { Ledger } from '../counts/ledgers.ts';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';

/** For whoever has no file yet: the columns of each ledger, and an empty file to fill in. */
export function FileShape({ ledgers }: { ledgers: readonly Ledger[] }) {
  const { texts } = useLanguage();
  const [name, setName] = useState(ledgers[0]?.name ?? '');
  const ledger = ledgers.find((candidate) => candidate.name === name);
  const words = texts.imports.shapeColumns;
  return (
    <details className="file-shape">
      <summary>{texts.imports.shape}</summary>
      <div className="stack">
        <p className="soft">{texts.imports.shapeIntro}</p>
        <div className="ledger-choice">
          <ChoiceField
            label={texts.imports.shapeLedger}
            value={name}
            choices={ledgers.map((known) => [known.name, named(texts.ledgers, known.name)] as const)}
            onChange={setName}
          />
          <a href={`/api/ledgers/${name}/template.csv`} download>
            {texts.imports.template}
          </a>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section className="scroll framed" aria-label={texts.imports.shape} tabIndex={0}>
          <table className="lines">
            <thead>
              <tr>
                <th scope="col">{words.name}</th>
                <th scope="col">{words.needed}</th>
                <th scope="col">{words.holds}</th>
                <th scope="col">{words.aliases}</th>
              </tr>
            </thead>
            <tbody>
              {ledger?.columns.map((column) => (
                <tr key={column.name}>
                  <th scope="row">
                    <code>{column.name}</code>
                  </th>
                  <td>{column.required && texts.imports.needed}</td>
                  <td>{named(texts.imports.holds, column.type)}</td>
                  <td className="soft">{column.aliases.join(', ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </details>
  );
}
