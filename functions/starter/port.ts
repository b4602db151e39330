import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { StartFailed } from './start-failed.ts';

/**
 * Makes sure, before anything is started, that the port can be had. @param port 0: any free one
 * @returns the port
 * @throws StartFailed
 */
export async function claimablePort(host: string, port: number): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
    return (probe.address() as AddressInfo).port;
  } catch (error) {
    throw new StartFailed(sentence(error as NodeJS.ErrnoException, host, port));
  } finally {
    probe.close();
  }
}

function sentence({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} cannot be used: another program uses it. Choose another, like PORT=${port + 1}.`;
    case 'EACCES':
      return `Port ${port} of ${host} cannot be used: only root may listen there. Choose another, like PORT=8787.`;
    default:
      return `HOST=${host} is no address of this machine that can be listened on (${message}). The usual one is HOST=127.0.0.1.`;
  }
}
