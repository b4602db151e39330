import { type DragEvent, useId, useState } from 'react';
import type { Ledger } from '../counts/ledgers.ts';
import { useLanguage } from '../language/language.ts';
import { named } from '../language/named.ts';
import './file-drop.css';

interface Props {
  ledgers: readonly Ledger[];
  maxBytes: number;
  onFiles: (files: readonly File[], ledger: string) => void;
}

/** Where files are chosen or dropped. A file the server would refuse for its size is not even sent. */
export function FileDrop({ ledgers, maxBytes, onFiles }: Props) {
  const { texts, formats } = useLanguage();
  const input = useId();
  const [ledger, setLedger] = useState(ledgers[0]?.name ?? '');
  const [over, setOver] = useState(false);
  const [tooLarge, setTooLarge] = useState<readonly string[]>([]);

  function take(files: readonly File[]) {
    setTooLarge(files.filter((file) => file.size > maxBytes).map((file) => file.name));
    onFiles(
      files.filter((file) => file.size <= maxBytes),
      ledger,
    );
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  }

  return (
    <section
      className={over ? 'file-drop card over' : 'file-drop card'}
      aria-label={texts.imports.files}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className="field">
        <span>{texts.imports.ledger}</span>
        <select value={ledger} onChange={(event) => setLedger(event.target.value)}>
          {ledgers.map(({ name }) => (
            <option key={name} value={name}>
              {named(texts.ledgers, name)}
            </option>
          ))}
        </select>
      </label>
      <div className="choose">
        <input
          id={input}
          className="unseen"
          type="file"
          multiple
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          onChange={(event) => {
            take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <label htmlFor={input} className="button primary">
          {texts.imports.choose}
        </label>
        <span>{texts.imports.orDrop}</span>
      </div>
      <p className="soft small">{texts.imports.limit(formats.bytes(maxBytes))}</p>
      {tooLarge.map((name) => (
        <p key={name} className="notice bad" role="alert">
          {texts.imports.tooLarge(name, formats.bytes(maxBytes))}
        </p>
      ))}
    </section>
  );
}
