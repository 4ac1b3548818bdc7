import { connect, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

export interface PlainRelay {
  /** The response to a visitor from another machine for a request through the relay. */
  ask(method: 'GET' | 'POST', path: string, more?: RelayedRequest): Promise<RelayedAnswer>;
  close(): Promise<void>;
}

export interface RelayedRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface RelayedAnswer {
  readonly status: number;
  /** Status line and headers. */
  readonly head: string;
  readonly body: string;
}

/**
 * A reverse proxy like nginx without settings: it uses HTTP/1.0, sends the upstream server's name as the host, and adds
 * no forwarding header.
 */
export async function startPlainRelay(upstream: URL): Promise<PlainRelay> {
  const server = createServer((visitor) => {
    visitor.once('data', (bytes) => {
      const [head = '', body = ''] = bytes.toString().split('\r\n\r\n');
      const relayed = head
        .replace(/ HTTP\/1\.1/, ' HTTP/1.0')
        .replace(/^host: .*$/im, `Host: ${upstream.host}\r\nConnection: close`);
      const behind = connect(Number(upstream.port), upstream.hostname, () => {
        behind.write(`${relayed}\r\n\r\n${body}`);
      });
      behind.on('error', () => visitor.destroy());
      behind.pipe(visitor);
    });
    visitor.on('error', () => undefined);
  });
  const port = await listening(server);
  return {
    ask: (method, path, more = {}) => askThrough(port, method, path, more),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The relay has no port');
  return address.port;
}

async function askThrough(
  port: number,
  method: string,
  path: string,
  { headers = {}, body }: RelayedRequest,
): Promise<RelayedAnswer> {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const sent = {
    host: 'assay.firm.example',
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(payload.length) }),
    ...headers,
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  const visitor: Socket = connect(port, '127.0.0.1');
  visitor.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${payload}`);
  const answer = await text(visitor);
  const end = answer.indexOf('\r\n\r\n');
  const head = answer.slice(0, end);
  return { status: Number(head.split(' ')[1]), head, body: answer.slice(end + 4) };
}
