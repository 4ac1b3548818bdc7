import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from '@assay/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '../../support/built-product.ts';
import { preparedDataDir } from '../../support/prepared-data-dir.ts';
import { FRONTS, type Front } from './front.ts';

const MEGABYTE = 1024 ** 2;
const NAMES = ['nginx', 'caddy'] as const;

/** Says what reached it; `/events` sends one event, and the next one only when the test asks for it. */
class Upstream {
  readonly server: Server;
  port = 0;
  #pending: ServerResponse[] = [];

  constructor() {
    this.server = createServer((request, response) => {
      if (request.url === '/events') this.#sendFirst(response);
      else void this.#echo(request, response);
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : 0;
    return this.port;
  }

  sendSecond(): void {
    for (const response of this.#pending.splice(0)) response.end('data: second\n\n');
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  #sendFirst(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    response.write('data: first\n\n');
    this.#pending.push(response);
  }

  async #echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let bytes = 0;
    for await (const chunk of request) bytes += chunk.length;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ url: request.url, headers: request.headers, bytes }));
  }
}

describe.each(NAMES)('%s in front, as deploy/ configures it', (name) => {
  const upstream = new Upstream();
  let front: Front;

  beforeAll(async () => {
    front = await FRONTS[name](await upstream.listen());
  });
  afterAll(async () => {
    await front?.close();
    await upstream.close();
  });

  async function reached(headers: Readonly<Record<string, string>> = {}) {
    const { status, body } = await front.ask({ path: '/api/echo?a=1', headers });
    expect(status).toBe(200);
    return JSON.parse(body);
  }

  it('finds nothing to say of its configuration', () => {
    expect(front.checked).toBe('');
  });

  it('says the address of the client alone, whatever the client says of it', async () => {
    const claimed = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.8', forwarded: 'for=203.0.113.9' };
    expect((await reached(claimed)).headers['x-forwarded-for']).toBe('127.0.0.1');
    expect((await reached()).headers['x-forwarded-for']).toBe('127.0.0.1');
  });

  it('says the scheme and the host that the visitor used', async () => {
    const { url, headers } = await reached({ 'x-forwarded-proto': 'http', 'x-forwarded-host': 'elsewhere.example' });
    expect(url).toBe('/api/echo?a=1');
    expect(headers).toMatchObject({
      host: `localhost:${front.https}`,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': `localhost:${front.https}`,
    });
  });

  it('leads from http to https, with the path', async () => {
    const { status, headers } = await front.ask({ path: '/result/1?x=2', scheme: 'http' });
    expect(status).toBe(308);
    expect(headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/result\/1\?x=2$/);
  });

  it.each(['/metrics', '/readyz'])('shows %s to nobody outside', async (path) => {
    const { status, body } = await front.ask({ path });
    expect(status).toBe(404);
    expect(body).not.toContain('headers');
  });

  it('passes events on as they come', async () => {
    const request = front.open({ path: '/events' });
    const parts: string[] = [];
    await new Promise<void>((resolve, reject) => {
      request.once('error', reject);
      request.once('response', (answer) => {
        answer.setEncoding('utf8').on('data', (part: string) => {
          parts.push(part);
          // Only what has arrived lets the next one be sent: a front that waits for the end never comes to it.
          if (parts.length === 1) upstream.sendSecond();
        });
        answer.once('end', resolve);
      });
      request.end();
    });
    expect(parts.join('')).toBe('data: first\n\ndata: second\n\n');
    expect(parts[0]).toBe('data: first\n\n');
  });

  it('passes on a body of 20 MB', async () => {
    const { status, body } = await front.ask({ path: '/upload', method: 'POST', body: Buffer.alloc(20 * MEGABYTE) });
    expect(status).toBe(200);
    expect(JSON.parse(body).bytes).toBe(20 * MEGABYTE);
  });
});

describe.each(NAMES)('the product behind %s', (name) => {
  let place: Awaited<ReturnType<typeof preparedDataDir>>;
  let product: Product;
  let front: Front;

  beforeAll(async () => {
    place = await preparedDataDir();
    const port = await freePort();
    const env = { TRUST_PROXY: '1', PUBLIC_URL: 'https://localhost', PORT: String(port) };
    product = startProduct({ dataDir: place.dataDir, env });
    await product.opened;
    front = await FRONTS[name](port);
  }, 120_000);
  afterAll(async () => {
    await front?.close();
    product?.child.kill('SIGTERM');
    await product?.exited;
    await place?.remove();
  });

  it('answers by https, and has browsers stay there', async () => {
    const { status, headers, body } = await front.ask({ path: '/api/auth/me', headers: { host: 'localhost' } });
    expect(status).toBe(401);
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
    expect(JSON.parse(body)).toMatchObject({ error: { errorName: 'Unauthorized' } });
  });

  it('says that it lives, and offers nothing of local use', async () => {
    expect((await front.ask({ path: '/healthz', headers: { host: 'localhost' } })).status).toBe(200);
    const demo = await front.ask({ path: '/api/auth/demo', headers: { host: 'localhost' } });
    expect(demo.body).toContain('"offered":false');
  });
});
