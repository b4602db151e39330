/** The measured progress of one export. */
export interface Progress {
  processed: number;
  /** @throws what the saving threw meanwhile: the job was lost or canceled */
  check(): void;
  /** Saves a last time and stops. */
  end(): Promise<void>;
  /** Stops; nothing is being saved afterwards. */
  stop(): Promise<void>;
}

/**
 * Saves `processed` at most every `intervalMs`, only when it has grown, one saving at a time, without holding up the
 * work that is counted.
 */
export function startProgress(save: (processed: number) => Promise<void>, intervalMs: number): Progress {
  let saved = 0;
  let failure: { error: unknown } | undefined;
  let saving: Promise<void> | undefined;
  const saveNow = async (processed: number) => {
    try {
      await save(processed);
      saved = processed;
    } catch (error) {
      failure = { error };
    }
  };
  const timer = setInterval(() => {
    if (saving || progress.processed === saved) return;
    saving = saveNow(progress.processed).finally(() => {
      saving = undefined;
    });
  }, intervalMs);
  const progress: Progress = {
    processed: 0,
    check() {
      if (failure) throw failure.error;
    },
    async end() {
      clearInterval(timer);
      await saving;
      if (!failure && progress.processed !== saved) await saveNow(progress.processed);
      progress.check();
    },
    async stop() {
      clearInterval(timer);
      await saving;
    },
  };
  return progress;
}
