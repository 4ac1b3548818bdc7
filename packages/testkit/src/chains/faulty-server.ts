import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { distort, type Fault } from './faults.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type?: string;
}

export interface FaultyServer {
  readonly url: string;
  /** Path and query of everything that was asked, in order. */
  readonly asked: readonly string[];
  /** Headers of the last question. */
  lastHeaders(): IncomingMessage['headers'];
  /** The next `count` answers fail like this, then the ones of further calls. */
  failNext(fault: Fault, count?: number): void;
  /** Every answer fails like this until this is called again; null ends it. */
  failAlways(fault: Fault | null): void;
  /** Connections that were reset or given up, for tests of cancelling. */
  givenUp(): number;
  close(): Promise<void>;
}

const DRIP_MS = 50;
/** More than the largest answer that an exchange takes by default (`EXCHANGE_LIMITS`), and no more work than needed. */
const HUGE_BYTES = 17 * 1024 * 1024;

/**
 * An HTTP server of this machine that answers correctly, or fails as set.
 *
 * @param options `port` for a server that is started again; 0 takes a free one
 */
export async function startFaultyServer(
  answer: (asked: Asked) => Promise<Answer> | Answer,
  options: { readonly port: number } = { port: 0 },
): Promise<FaultyServer> {
  const asked: string[] = [];
  const queue: Fault[] = [];
  const closing = new AbortController();
  let always: Fault | null = null;
  let lastHeaders: IncomingMessage['headers'] = {};
  let givenUp = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => {
      if (!response.writableFinished) givenUp += 1;
    });
    const url = new URL(request.url ?? '/', 'http://local');
    asked.push(`${url.pathname}${url.search}`);
    lastHeaders = request.headers;
    const body = await textOf(request);
    const fault = queue.shift() ?? always;
    const question = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
    };
    await fail(fault, await answer(question), response, closing.signal);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(JSON.stringify({ error: String(error) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    lastHeaders: () => lastHeaders,
    failNext: (fault, count = 1) => {
      for (let n = 0; n < count; n += 1) queue.push(fault);
    },
    failAlways: (fault) => {
      always = fault;
      queue.length = 0;
    },
    givenUp: () => givenUp,
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function fail(fault: Fault | null, good: Answer, response: ServerResponse, closing: AbortSignal): Promise<void> {
  const type = good.type ?? 'application/json';
  const send = (status: number, body: string, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  };
  switch (fault) {
    case null:
      return send(good.status, good.body);
    case 'too-many':
      return send(429, 'Too Many Requests');
    case 'too-many-retry-after':
      return send(429, 'Too Many Requests', { 'retry-after': '1' });
    case 'error':
      return send(500, 'Internal Server Error');
    case 'truncated':
      return send(good.status, good.body.slice(0, Math.floor(good.body.length / 2)));
    case 'broken-off':
      response.writeHead(good.status, { 'content-type': type, 'content-length': String(good.body.length + 10) });
      response.write(good.body.slice(0, Math.floor(good.body.length / 2)), () => response.destroy());
      return;
    case 'wrong-types':
    case 'duplicates':
    case 'out-of-order':
      return send(good.status, distort(fault, good.body));
    case 'slow-body':
      response.writeHead(good.status, { 'content-type': type });
      for (let at = 0; !response.destroyed && !closing.aborted; at += 1) {
        response.write(good.body[at] ?? ' ');
        await sleep(DRIP_MS);
      }
      return;
    case 'silent':
      // The other side gives up, or the server is closed.
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'redirect':
      return send(302, '', { location: 'http://127.0.0.1:1/elsewhere' });
    case 'huge':
      response.writeHead(200, { 'content-type': type });
      response.end(Buffer.alloc(HUGE_BYTES, ' '));
      return;
    case 'html':
      return send(200, '<!doctype html><title>One moment, please</title>');
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
