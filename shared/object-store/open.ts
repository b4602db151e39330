import { type Config, publicUrl } from '../config/config.ts';
import type { ObjectStore } from './object-store.ts';
import { UPLOAD_PATH } from './upload-signature.ts';

type StoreConfig = Pick<Config, 'OBJECT_STORE' | 'AWS_ENDPOINT_URL' | 'SECRET'> & Parameters<typeof publicUrl>[0];

/** The store that the settings choose; nothing else knows which one it is. Only the chosen driver is loaded. */
export async function openObjectStore(config: StoreConfig): Promise<ObjectStore> {
  const [kind, place] = split(config.OBJECT_STORE);
  if (kind === 's3') {
    const [{ createS3Store }, { createS3Client }] = await Promise.all([import('./s3.ts'), import('./s3-client.ts')]);
    return createS3Store({ bucket: place.slice('//'.length), client: createS3Client(config.AWS_ENDPOINT_URL) });
  }
  const { createDirectoryStore } = await import('./directory.ts');
  return createDirectoryStore({
    path: place,
    secret: config.SECRET,
    uploadUrl: `${publicUrl(config)}${UPLOAD_PATH}`,
  });
}

function split(setting: string): [kind: string, place: string] {
  const colon = setting.indexOf(':');
  return [setting.slice(0, colon), setting.slice(colon + 1)];
}
