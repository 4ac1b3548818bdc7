import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BotAccountBody,
  BotCheckHeaders,
  BotJoinBody,
  BotPaymentBody,
  BotTransactionBody,
  ERRORS,
  type ErrorName,
  KeepAddressBody,
} from '@assay/contracts';
import { buildFakeProduct, Failure, type FakeProduct } from './fake-product.ts';

interface Planned {
  readonly path: RegExp;
  readonly failure: ErrorName | 'break off';
  readonly retryAfter: number | null;
  left: number;
}

export interface FakeServer extends FakeProduct {
  /** The API's base. */
  readonly url: string;
  readonly secret: string;
  /** Requests so far, as `METHOD /path`. */
  readonly requests: readonly string[];
  /** Queries and bodies of them. */
  readonly bodies: readonly string[];
  /** Milliseconds every call takes. */
  slowMs: number;
  /** The results of the next requests to a path. */
  fail(path: RegExp, failure: ErrorName | 'break off', times?: number, retryAfter?: number): void;
  close(): Promise<void>;
}

/** A request, and what its path names. */
interface Call {
  readonly user: string;
  readonly id: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

type Answer = object | Promise<object>;

const PDF = Buffer.from('%PDF-1.7\n% a report\n%%EOF\n');

/** The bot's calls to the product over HTTP; every body is parsed by its contract. */
export async function startFakeServer(): Promise<FakeServer> {
  const secret = randomBytes(24).toString('hex');
  const requests: string[] = [];
  const bodies: string[] = [];
  const planned: Planned[] = [];
  const product = buildFakeProduct();
  const routes = routesOf(product);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://local');
    const called = `${request.method} ${url.pathname.replace(/^\/api/, '')}`;
    requests.push(called);
    if (self.slowMs > 0) await sleep(self.slowMs);
    const plan = planned.find(({ left, path }) => left > 0 && path.test(called));
    if (plan !== undefined) {
      plan.left -= 1;
      if (plan.failure === 'break off') {
        response.destroy();
        return;
      }
      throw new Failure(plan.failure, plan.retryAfter);
    }
    if (request.headers.authorization !== `Bearer ${secret}`) throw new Failure('ServiceCredentialRefused');
    const body = await bodyOf(request);
    bodies.push(url.search, JSON.stringify(body) ?? '');
    for (const [path, work] of routes) {
      const found = path.exec(called);
      if (found === null) continue;
      const { user = '', id = '' } = found.groups ?? {};
      const data = await work({ user, id, query: url.searchParams, headers: request.headers, body });
      if (Buffer.isBuffer(data)) sendFile(response, id, data);
      else send(response, 'status' in data && data.status === 'running' ? 202 : 200, { data });
      return;
    }
    throw new Failure('NotFound');
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { errorName, retryAfter } = error instanceof Failure ? error : new Failure('ValidationError');
      const { status, message } = ERRORS[errorName];
      const headers = retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
      send(response, status, { error: { errorName, message, requestId: 'req-1' } }, headers);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const self: FakeServer = Object.assign(product, {
    url: `http://127.0.0.1:${port}/api`,
    secret,
    requests,
    bodies,
    slowMs: 0,
    fail(path: RegExp, failure: Planned['failure'], times = 1, retryAfter: number | null = null) {
      planned.push({ path, failure, left: times, retryAfter });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
  return self;
}

function routesOf(product: FakeProduct): readonly (readonly [RegExp, (call: Call) => Answer])[] {
  const route = (method: string, path: string, work: (call: Call) => Answer) =>
    [new RegExp(`^${method} /bot${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`), work] as const;
  return [
    route('POST', '/addresses', ({ body }) => ({ id: product.keep(KeepAddressBody.parse(body).address) })),
    route('GET', '/addresses/:id', ({ id }) => ({ address: product.keptAddress(id) })),
    route('PUT', '/users/:user', ({ user, body }) => product.open(user, BotAccountBody.parse(body).language)),
    route('DELETE', '/users/:user', ({ user }) => {
      product.forget(user);
      return { deleted: true };
    }),
    route('POST', '/users/:user/checks', ({ user, body, headers }) =>
      product.check(user, body, BotCheckHeaders.parse(headers)['idempotency-key']),
    ),
    route('POST', '/users/:user/transactions', ({ user, body }) =>
      product.transaction(user, BotTransactionBody.parse(body).transaction),
    ),
    route('GET', '/users/:user/transactions/:id', ({ user, id }) => {
      if (!product.transactions.known.has(id)) throw new Failure('NotFound');
      return product.transaction(user, id);
    }),
    route('POST', '/users/:user/transactions/:id/checks', ({ user, id, headers }) =>
      product.checkPayment(user, id, BotCheckHeaders.parse(headers)['idempotency-key']),
    ),
    route('GET', '/users/:user/checks/:id', ({ user, id }) => product.readCheck(user, id)),
    route('GET', '/users/:user/checks/:id/pdf', ({ user, id }) => {
      product.readCheck(user, id);
      return PDF;
    }),
    route('PUT', '/users/:user/checks/:id/share', ({ user, id }) => product.setShared(user, id, true)),
    route('DELETE', '/users/:user/checks/:id/share', ({ user, id }) => product.setShared(user, id, false)),
    route('GET', '/users/:user/results', ({ user, query }) => ({
      results: product.resultsOf(user, query.get('address') ?? ''),
    })),
    route('GET', '/users/:user/history', ({ user, query }) => {
      const size = Number(query.get('offset') ?? 5);
      const page = Number(query.get('page') ?? 1);
      const all = product.resultsOf(user);
      const items = all.slice((page - 1) * size, page * size);
      return { items, meta: { totalPages: Math.max(1, Math.ceil(all.length / size)) } };
    }),
    route('GET', '/users/:user/prices', () => ({ prices: product.prices() })),
    route('POST', '/users/:user/payments', ({ body }) => product.openOrder(BotPaymentBody.parse(body).checks_number)),
    route('GET', '/users/:user/payments/:id', ({ id }) => product.order(id)),
    route('POST', '/users/:user/join/preview', ({ body }) => product.previewJoin(BotJoinBody.parse(body).token)),
    route('POST', '/users/:user/join', ({ user, body }) => product.join(user, BotJoinBody.parse(body).token)),
    route('DELETE', '/users/:user/join', ({ user }) => product.part(user)),
  ];
}

function send(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

function sendFile(response: ServerResponse, id: string, bytes: Buffer): void {
  const disposition = `attachment; filename="assay-report-${id}.pdf"`;
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': disposition }).end(bytes);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : JSON.parse(text);
}
