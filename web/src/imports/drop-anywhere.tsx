import { useEffect, useState } from 'react';
import { useLanguage } from '../language/language.ts';
import './drop-anywhere.css';

/** Files may be let go anywhere on the page; while they hang over it, the page says what will happen. */
export function DropAnywhere({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { texts } = useLanguage();
  const [over, setOver] = useState(false);

  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const drag = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    // Leaving an element for its neighbour fires too; only leaving the window has nowhere to go.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', drag);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onFiles]);

  if (!over) return null;
  return (
    <div className="drop-here" aria-hidden="true">
      <p>
        <strong>{texts.imports.dropNow}</strong>
        <span>{texts.imports.dropThen}</span>
      </p>
    </div>
  );
}
