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

/** Where the file goes; when its columns look like another ledger, that is said, with the way there. */
export function LedgerChoice({ staged: { guess, options }, ledgers, onChange }: Props) {
  const { texts } = useLanguage();
  const words = texts.imports.review;
  const guessed = guess === null ? '' : named(texts.ledgers, guess);
  return (
    <div className="ledger-choice">
      <ChoiceField
        label={words.ledger}
        value={options.ledger}
        choices={ledgers.map(({ name }) => [name, named(texts.ledgers, name)] as const)}
        onChange={onChange}
      />
      {guess !== null && guess === options.ledger && <span className="soft">{words.recognised(guessed)}</span>}
      {guess !== null && guess !== options.ledger && (
        <p className="notice" role="status">
          <span>{words.looksLike(guessed)}</span>
          <button type="button" onClick={() => onChange(guess)}>
            {words.use(guessed)}
          </button>
        </p>
      )}
    </div>
  );
}
