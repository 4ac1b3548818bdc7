import { createServer } from 'node:net';

/** The server cannot listen where it was told to; the message names the setting to change. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Fails early when the port is taken, before a database is started for nothing; returns the port, a free one for 0. */
export async function claimPort(host: string, port: number): Promise<number> {
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
