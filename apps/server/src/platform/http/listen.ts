import { createServer } from 'node:net';
import { type Config, listeningUrl } from '../config/config.ts';

/** The server cannot listen on its configured address; the message names the setting to change. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

interface ClaimedPort {
  readonly port: number;
  readonly release: () => Promise<void>;
}

/** Fails early when the port is taken, before a database is started for nothing. */
async function claimPort(host: string, port: number): Promise<ClaimedPort> {
  // It answers nobody: while it holds a port, what finds it there is turned away.
  const holder = createServer((socket) => socket.destroy());
  const release = () =>
    new Promise<void>((resolve) => {
      holder.close(() => resolve());
    });
  try {
    await new Promise<void>((resolve, reject) => {
      holder.once('error', reject);
      holder.listen({ host, port, exclusive: true }, resolve);
    });
    const address = holder.address();
    return { port: typeof address === 'object' && address !== null ? address.port : port, release };
  } catch (error) {
    await release();
    throw explainListenFailure(error, host, port);
  }
}

export function explainListenFailure(error: unknown, host: string, port: number): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const texts: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is in use by another program. Stop it, or choose another port with PORT, for example PORT=${port + 1}.`,
    EACCES: `This account may not open port ${port}. Choose a port above 1023 with PORT.`,
    EADDRNOTAVAIL: `HOST must name an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
    ENOTFOUND: `HOST must name an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
    EAI_AGAIN: `HOST must name an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
  };
  const text = texts[code];
  if (text !== undefined) return new ListenError(text, { cause: error });
  return error instanceof Error ? error : new Error(String(error));
}

/** Where the server will listen. */
export interface SettledAddress {
  /** With the free port that 0 asks for, so that every address the product prints is the real one. */
  readonly config: Config;
  /** To be called right before listening: until then nobody else can take the free port. */
  readonly release: () => Promise<void>;
}

/**
 * Settles the port of a configuration. A free one is held until it is released, because a start takes seconds in which
 * any outgoing connection of the machine could be given it. A stated one is not: a load balancer that finds nothing
 * there tries another server, and it would not do so for a connection that is accepted and cut.
 *
 * @throws ListenError where the server could not listen
 */
export async function settleAddress(config: Config): Promise<SettledAddress> {
  const { port, release } = await claimPort(config.host, config.port);
  if (port === config.port) {
    await release();
    return { config, release: async () => undefined };
  }
  const isDefaultUrl = config.publicUrl === listeningUrl(config.host, config.port);
  const publicUrl = isDefaultUrl ? listeningUrl(config.host, port) : config.publicUrl;
  return { config: { ...config, port, publicUrl }, release };
}
