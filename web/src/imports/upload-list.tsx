import { useLanguage } from '../language/language.ts';
import { UploadItem } from './upload-item.tsx';
import type { Uploads } from './use-uploads.ts';

export function UploadList({ uploads }: { uploads: Uploads }) {
  const { texts } = useLanguage();
  if (uploads.list.length === 0) return null;
  return (
    <ul className="plain stack" aria-label={texts.imports.underWay}>
      {uploads.list.map((upload) => (
        <li key={upload.key}>
          <UploadItem upload={upload} uploads={uploads} />
        </li>
      ))}
    </ul>
  );
}
