import { createServer } from 'node:net';
import { type Config, listeningUrl } from '../config/config.ts';

/** The server cannot listen on its configured address; the message names the setting to change. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Fails early when the port is taken, before a database is started for nothing; returns the port, a free one for 0. */
async function claimPort(host: string, port: number): Promise<number> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, exclusive: true }, resolve);
    });
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  } catch (error) {
    throw explainListenFailure(error, host, port);
  } finally {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
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

/** Takes the free port that 0 asks for, so that every address the product prints is the real one. */
export async function settleAddress(config: Config): Promise<Config> {
  const port = await claimPort(config.host, config.port);
  if (port === config.port) return config;
  const isDefaultUrl = config.publicUrl === listeningUrl(config.host, config.port);
  return { ...config, port, publicUrl: isDefaultUrl ? listeningUrl(config.host, port) : config.publicUrl };
}
