import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** The address cannot be listened on. */
export class PortTaken extends Error {
  override name = 'PortTaken';
}

/**
 * Makes sure, before anything is started, that the port can be had. @param port 0: any free one
 * @returns the port
 * @throws PortTaken
 */
export async function claimablePort(host: string, port: number): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
    return (probe.address() as AddressInfo).port;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'another program uses it' : String(error);
    throw new PortTaken(`Port ${port} of ${host} cannot be used: ${reason}. Choose another, like PORT=${port + 1}.`);
  } finally {
    probe.close();
  }
}
