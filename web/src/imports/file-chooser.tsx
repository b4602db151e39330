import { useId } from 'react';
import { useLanguage } from '../language/language.ts';
import { OFFERED_FILES } from './file-type.ts';

interface Props {
  maxBytes: number;
  onFiles: (files: readonly File[]) => void;
}

export function FileChooser({ maxBytes, onFiles }: Props) {
  const { texts, formats } = useLanguage();
  const input = useId();
  return (
    <div className="file-chooser">
      <input
        id={input}
        className="unseen"
        type="file"
        multiple
        accept={OFFERED_FILES}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <label htmlFor={input} className="button primary">
        {texts.imports.choose}
      </label>
      <span>{texts.imports.orDrop}</span>
      <span className="soft small">{texts.imports.limit(formats.bytes(maxBytes))}</span>
    </div>
  );
}
