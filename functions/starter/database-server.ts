import { type PrivateServer, startPrivateServer } from '../../shared/database/private-server.ts';
import { errorFields, type Log } from '../../shared/log.ts';

export interface KeptServer {
  readonly url: string;
  stop(): Promise<void>;
}

const RESTART_PAUSE_MS = 500;

/** Runs the private database server and starts it again when it ends by itself; it recovers what was committed. */
export async function keepDatabaseServer(directory: string, path: string, log: Log): Promise<KeptServer> {
  let server: PrivateServer;
  let stopping = false;
  const start = async () => {
    server = await startPrivateServer(directory, path);
    server.ended.then(() => {
      if (stopping) return;
      log.warn('the database server ended and is started again');
      setTimeout(
        () => start().catch((error) => log.error('the database server', errorFields(error))),
        RESTART_PAUSE_MS,
      );
    });
    return server;
  };
  const { url } = await start();
  return {
    url: url('tallyport'),
    async stop() {
      stopping = true;
      await server.stop();
    },
  };
}
