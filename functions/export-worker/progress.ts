/** The measured progress of one export, and the look for what should end it. */
export interface Progress {
  /** Records that were written. */
  processed: number;
  /** @throws what a look has found: the job was lost or canceled, or takes too long */
  check(): void;
  /** Saves a last time and stops. */
  end(): Promise<void>;
  /** Stops; nothing is being saved afterwards. */
  stop(): Promise<void>;
}

interface Looks {
  /** Writes down a grown count. @throws what should end the export */
  save(processed: number): Promise<void>;
  /** Looks while the count stands. @throws what should end the export */
  look(): Promise<void>;
  /** Told the first thing that should end it: what hangs in the database must be stopped. */
  onFailure(): Promise<void>;
  intervalMs: number;
}

/** Looks every `intervalMs`, one look at a time, without holding up the work that is counted. */
export function startProgress({ save, look, onFailure, intervalMs }: Looks): Progress {
  let saved = 0;
  let failure: { error: unknown } | undefined;
  let looking: Promise<void> | undefined;
  const once = async (processed: number) => {
    try {
      if (processed === saved) await look();
      else await save(processed);
      saved = processed;
    } catch (error) {
      failure ??= { error };
      await onFailure();
    }
  };
  const timer = setInterval(() => {
    if (failure) return;
    looking ??= once(progress.processed).finally(() => {
      looking = undefined;
    });
  }, intervalMs);
  const progress: Progress = {
    processed: 0,
    check() {
      if (failure) throw failure.error;
    },
    async end() {
      clearInterval(timer);
      await looking;
      if (!failure && progress.processed !== saved) await once(progress.processed);
      progress.check();
    },
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
  return progress;
}
