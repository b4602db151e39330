import { useState } from 'react';
import { useLedgers } from '../counts/ledgers.ts';
import { useLanguage } from '../language/language.ts';
import { goTo } from '../navigation/hash.ts';
import type { Me } from '../session/session.ts';
import { DropAnywhere } from './drop-anywhere.tsx';
import { ImportPage } from './import-page.tsx';
import { ImportsPage } from './imports-page.tsx';
import { useStagedFiles } from './use-staged-files.ts';
import { useUploads } from './use-uploads.ts';
import './imports.css';

interface Props {
  me: Me;
  /** Whether the place that is shown is one of imports; files are taken on every place. */
  shown: boolean;
  /** The import whose own page is asked for. */
  id: string | null;
}

/** Everything about bringing files in. It stays while other places are shown, so that no upload is lost from sight. */
export function ImportDesk({ me, shown, id }: Props) {
  const { texts, formats } = useLanguage();
  const ledgers = useLedgers();
  const staged = useStagedFiles(ledgers.data, me.time_zone);
  const uploads = useUploads(me.limits.import_direct_max_bytes);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const maxBytes = me.limits.import_max_bytes;

  function take(files: readonly File[]) {
    const limit = formats.bytes(maxBytes);
    setRefused(
      files.flatMap(({ name, size }) => {
        if (size > maxBytes) return [texts.imports.tooLarge(name, limit)];
        return size === 0 ? [texts.imports.emptyFile(name)] : [];
      }),
    );
    void staged.add(files.filter(({ size }) => size > 0 && size <= maxBytes));
    if (!shown || id !== null) goTo('#/imports');
  }

  return (
    <>
      <DropAnywhere onFiles={take} />
      {shown && (
        <main tabIndex={-1}>
          {id === null ? (
            <ImportsPage maxBytes={maxBytes} refused={refused} staged={staged} uploads={uploads} onFiles={take} />
          ) : (
            <ImportPage key={id} id={id} mayRevert={me.user.role === 'admin'} />
          )}
        </main>
      )}
    </>
  );
}
