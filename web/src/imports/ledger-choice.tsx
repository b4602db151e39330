import { ChoiceField } from '../controls/choice-field.tsx';
import type { Ledger } from '../counts/ledgers.ts';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import type { StagedFile } from './use-staged-files.ts';

interface Props {
  staged: StagedFile;
  ledgers: readonly Ledger[];
  onChange: (ledger: string) => void;
}

/** Where the file goes; when its columns look like another ledger, or fit several, that is said, with the way there. */
export function LedgerChoice({ staged: { guesses, options }, ledgers, onChange }: Props) {
  const { texts, formats } = useLanguage();
  const words = texts.imports.review;
  const others = guesses.filter((name) => name !== options.ledger);
  const chosen = named(texts.ledgers, options.ledger);
  const fits = guesses.includes(options.ledger);
  return (
    <div className="ledger-choice">
      <ChoiceField
        label={words.ledger}
        value={options.ledger}
        choices={ledgers.map(({ name }) => [name, named(texts.ledgers, name)] as const)}
        onChange={onChange}
      />
      {fits && others.length === 0 && <span className="soft">{words.recognised(chosen)}</span>}
      {others.length > 0 && (
        <p className="notice" role="status">
          <span>
            {fits
              ? words.fitsOthers(chosen)
              : words.looksLike(formats.list(others.map((name) => named(texts.ledgers, name))))}
          </span>
          {others.map((name) => (
            <button key={name} type="button" onClick={() => onChange(name)}>
              {words.use(named(texts.ledgers, name))}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
