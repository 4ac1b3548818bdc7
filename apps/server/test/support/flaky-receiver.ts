import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** One request as the receiver got it. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the receiver does with a request. */
export type Conduct = (request: Received, response: ServerResponse, message: IncomingMessage) => void;

export const accept: Conduct = (_request, response) => response.end('thanks');

/** A receiver of webhooks on this machine. `conduct` may be changed at any time. */
export async function flakyReceiver(): Promise<{
  readonly url: string;
  readonly received: Received[];
  conduct: Conduct;
  close(): Promise<void>;
}> {
  const received: Received[] = [];
  const server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(message.headers).map(([name, value]) => [name, String(value)] as const),
      );
      const request = { path: message.url ?? '', headers, body: Buffer.concat(chunks).toString() };
      received.push(request);
      self.conduct(request, response, message);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const self = {
    url: `http://127.0.0.1:${address.port}`,
    received,
    conduct: accept,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return self;
}
