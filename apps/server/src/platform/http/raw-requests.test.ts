import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Failure } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../modules/checks/checks/test/use-test-app.ts';

const server = useTestApp();

interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** What the server answers to these bytes until it, or this end, closes the connection; rejects when it is reset. */
async function send(target: string, header: string, content = ''): Promise<RawAnswer> {
  const { app } = server;
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.write(`${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${header}\r\n\r\n${content}`);
  await once(socket, 'end');
  socket.destroy();
  const [head = '', body = ''] = Buffer.concat(received).toString().split('\r\n\r\n', 2);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head: head.toLowerCase(), body };
}

describe('an expectation that no server can meet', () => {
  it.each(['GET /api/wallet/suggest', 'POST /api/auth/login', 'GET /api/nothing'])(
    'is refused in the envelope: %s',
    async (target) => {
      const { status, head, body } = await send(target, 'Expect: something');
      expect(status).toBe(417);
      expect(head).toContain('content-type: application/json');
      expect(Failure.parse(JSON.parse(body)).error.errorName).toBe('ExpectationFailed');
    },
  );

  it.each(['GET /', 'GET /login', 'POST /login'])('is refused in a page: %s', async (target) => {
    const { status, head, body } = await send(target, 'Expect: 200-ok');
    expect(status).toBe(417);
    expect(head).toContain('content-type: text/html');
    expect(body).toContain('Send the request without the Expect header.');
  });

  it('does not concern 100-continue', async () => {
    const { status } = await send('POST /api/auth/login', 'Expect: 100-continue');
    expect(status).toBe(100);
  });
});

describe('a header about encodings', () => {
  it.each(['TE: trailers', 'TE:', 'TE: ;;q=,'])('that lists none we use is passed over: %s', async (header) => {
    expect((await send('GET /healthz', header)).status).toBe(200);
  });

  it.each([
    'TE : trailers',
    'TE: a\u0001b',
    'Transfer-Encoding: chunked, gzip',
    'Transfer-Encoding: chunked\r\nTE: \u0000',
  ])('that is malformed is refused, and nobody who still sends is reset: %j', async (header) => {
    for (const content of ['', 'x'.repeat(1_000_000)]) {
      const { status, head, body } = await send('POST /api/auth/login', header, content);
      expect(status).toBe(400);
      expect(head).toContain('connection: close');
      expect(Failure.parse(JSON.parse(body)).error.errorName).toBe('MalformedRequest');
    }
  });
});
