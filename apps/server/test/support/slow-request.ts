import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface SlowRequest {
  /** Sends the rest of the body; the answer. */
  finish(): Promise<{ readonly status: number; readonly errorName: string; readonly body: Record<string, unknown> }>;
}

/**
 * Opens a request by its head and the first byte of its body, which is all that the server has until it is finished.
 * Resolves once the server has decided who asks, or has answered.
 */
export async function slowRequest(
  app: FastifyInstance,
  call: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: object | string;
  },
): Promise<SlowRequest> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  const ended = once(socket, 'end');
  const body = typeof call.body === 'string' ? call.body : JSON.stringify(call.body);
  const headers = {
    host: 'localhost:3000',
    'content-type': 'application/json',
    ...call.headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const isRead = bodyAsked(app);
  socket.write(`${call.method} ${call.path} HTTP/1.1\r\n${head.join('')}\r\n${body.slice(0, 1)}`);
  await Promise.race([isRead, ended]);
  return {
    async finish() {
      socket.write(body.slice(1));
      await ended;
      socket.destroy();
      const [top = '', ...rest] = Buffer.concat(received).toString().split('\r\n\r\n');
      const text = rest.join('\r\n\r\n');
      const json = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Record<string, unknown>;
      const error = json['error'] as { errorName?: string } | undefined;
      const code = json['code'];
      return {
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(top)?.[1]),
        errorName: error?.errorName ?? (typeof code === 'string' ? code : ''),
        body: json,
      };
    },
  };
}

/** Resolves when the server asks for the body of its next request: it does so once it has decided who asks. */
function bodyAsked({ server }: FastifyInstance): Promise<void> {
  return new Promise((resolve) => {
    // Before the listener of the server itself, which can come to the body at once.
    server.prependOnceListener('request', (request: IncomingMessage) => {
      request.on('newListener', (event) => {
        if (event === 'data' || event === 'readable') resolve();
      });
    });
  });
}

/** The headers by which a browser of a test is known. */
export function cookieOf(cookies: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'sec-fetch-site': 'same-origin',
  };
}
