import { type CompleteDependencies, completeUpload } from './complete.ts';
import type { ImportState } from './state.ts';

/**
 * Follows the store's word that a file was put: an import that waits for its upload goes on, when the file is whole
 * and what was announced. Every other import is left alone: its own way dispatches it.
 */
export async function promoteUploaded(dependencies: CompleteDependencies, importIds: readonly string[]): Promise<void> {
  for (const importId of importIds) {
    const [row] = await dependencies.database.query<{ state: ImportState }>('SELECT state FROM imports WHERE id = ?', [
      importId,
    ]);
    if (row?.state === 'awaiting_upload') await completeUpload(dependencies, importId);
  }
}
