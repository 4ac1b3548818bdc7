import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type BotAccount,
  BotAccountBody,
  type BotCheck,
  BotCheckHeaders,
  BotJoinBody,
  BotPaymentBody,
  type BotResult,
  CheckRequest,
  ERRORS,
  type ErrorName,
  KeepAddressBody,
} from '@assay/contracts';
import { priceOfChecks } from '@assay/domain';
import { buildResult } from './results.ts';

interface Person {
  language: 'en' | 'ru' | null;
  own: number;
  joinedChecks: number;
  email: string | null;
  isSuspended: boolean;
}

interface FakeCheck {
  readonly id: string;
  readonly userId: string;
  readonly key: string;
  readonly result: BotResult;
  readonly charged: boolean;
  /** Left to do; 0 is done. */
  stepsLeft: number;
  readonly steps: number;
  isFailed: boolean;
  revokedAt: string | null;
}

interface Planned {
  readonly path: RegExp;
  readonly failure: ErrorName | 'break off';
  readonly retryAfter: number | null;
  left: number;
}

export interface FakeServer {
  /** The API's base. */
  readonly url: string;
  readonly secret: string;
  /** Requests so far, as `METHOD /path`. */
  readonly requests: readonly string[];
  readonly checks: readonly FakeCheck[];
  person(userId: number): Person;
  /** What checks of an address find. */
  results: Map<string, Partial<BotResult>>;
  /** How often a check is asked for before it is done; 0 answers at once. */
  steps: number;
  /** Milliseconds each check takes to answer. */
  delayMs: number;
  /** Checks end failed. */
  failsChecks: boolean;
  /** The next requests to a path end so. */
  fail(path: RegExp, failure: ErrorName | 'break off', times?: number, retryAfter?: number): void;
  /** Checks somebody made before. */
  seed(userId: number, results: readonly Partial<BotResult>[]): void;
  /** A join link of somebody's account. */
  joinLink(email: string, checks: number): string;
  orders: Map<string, 'pending' | 'partial' | 'paid' | 'expired'>;
  /** Checks taken from balances so far. */
  spent(): number;
  close(): Promise<void>;
}

class Failure extends Error {
  readonly errorName: ErrorName;
  readonly retryAfter: number | null;

  constructor(errorName: ErrorName, retryAfter: number | null = null) {
    super(errorName);
    this.errorName = errorName;
    this.retryAfter = retryAfter;
  }
}

const PDF = Buffer.from('%PDF-1.7\n% a report\n%%EOF\n');
const FREE_CHECKS = 3;

/** The bot's calls of the product, in memory and over HTTP; every body is parsed by its contract. */
export async function startFakeServer(): Promise<FakeServer> {
  const secret = randomBytes(24).toString('hex');
  const people = new Map<string, Person>();
  const kept = new Map<string, string>();
  const checks: FakeCheck[] = [];
  const requests: string[] = [];
  const planned: Planned[] = [];
  const links = new Map<string, { email: string; checks: number }>();

  const personOf = (userId: string): Person => {
    const known = people.get(userId);
    if (known !== undefined) return known;
    const made: Person = { language: null, own: FREE_CHECKS, joinedChecks: 0, email: null, isSuspended: false };
    people.set(userId, made);
    return made;
  };
  const balanceOf = ({ own, joinedChecks }: Person) => own + joinedChecks;
  const account = (userId: string): BotAccount => {
    const person = personOf(userId);
    return {
      user_id: userId,
      language: person.language,
      checks: balanceOf(person),
      own_checks: person.own,
      free_checks: FREE_CHECKS,
      joined: person.email === null ? null : { email: person.email, since: '2026-11-20T20:00:00.000Z' },
      is_suspended: person.isSuspended,
      join_url: 'https://assay.example.org/account?tab=telegram',
    };
  };
  const stateOf = (check: FakeCheck): BotCheck => {
    const { ticker, parent, address } = check.result;
    const base = {
      sub_id: check.id,
      ticker,
      parent,
      address,
      charged: check.charged,
      checks: balanceOf(personOf(check.userId)),
    };
    if (check.isFailed) return { ...base, status: 'failed' };
    if (check.stepsLeft > 0) {
      return { ...base, status: 'running', progress: (check.steps - check.stepsLeft) / check.steps };
    }
    return { ...base, status: 'done', result: { ...check.result, revoked_at: check.revokedAt } };
  };
  const findCheck = (id: string): FakeCheck => {
    const found = checks.find((check) => check.id === id);
    if (found === undefined) throw new Failure('NotFound');
    return found;
  };

  const self: FakeServer = {
    url: '',
    secret,
    requests,
    checks,
    person: (userId) => personOf(String(userId)),
    results: new Map(),
    steps: 0,
    delayMs: 0,
    failsChecks: false,
    fail: (path, failure, times = 1, retryAfter) =>
      planned.push({ path, failure, left: times, retryAfter: retryAfter ?? null }),
    seed(userId, results) {
      for (const [place, facts] of results.entries()) {
        const id = createHash('sha256').update(`${userId} before ${place}`).digest('hex').slice(0, 32);
        const result = buildResult({ ...facts, sub_id: id });
        const past = {
          userId: String(userId),
          key: `before ${place}`,
          charged: false,
          isFailed: false,
          revokedAt: null,
        };
        checks.push({ id, result, stepsLeft: 0, steps: 0, ...past });
      }
    },
    joinLink(email, count) {
      const token = randomBytes(32).toString('base64url');
      links.set(token, { email, checks: count });
      return token;
    },
    orders: new Map(),
    spent: () => checks.filter(({ charged, isFailed }) => charged && !isFailed).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function startCheck(userId: string, body: unknown, headers: IncomingMessage['headers']): Promise<BotCheck> {
    const { address, ticker, parent } = CheckRequest.parse(body);
    const { 'idempotency-key': key } = BotCheckHeaders.parse(headers);
    const person = personOf(userId);
    if (self.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, self.delayMs));
    const known = checks.find((check) => check.userId === userId && check.key === key && !check.isFailed);
    if (known !== undefined) return stateOf(known);
    if (person.isSuspended) throw new Failure('AccountSuspended');
    const isRepeat = checks.some(
      ({ userId: who, result, isFailed }) =>
        !isFailed &&
        who === userId &&
        result.address === address &&
        result.ticker === ticker &&
        result.parent === parent,
    );
    if (!isRepeat) {
      if (balanceOf(person) === 0) throw new Failure('NotEnoughChecks');
      if (person.joinedChecks > 0) person.joinedChecks -= 1;
      else person.own -= 1;
    }
    const id = createHash('sha256').update(`${userId} ${key} ${checks.length}`).digest('hex').slice(0, 32);
    const check: FakeCheck = {
      id,
      userId,
      key,
      result: buildResult({ sub_id: id, address, ticker, parent, ...self.results.get(address) }),
      charged: !isRepeat,
      stepsLeft: self.steps,
      steps: self.steps,
      isFailed: self.failsChecks,
      revokedAt: null,
    };
    if (check.isFailed && check.charged) person.own += 1;
    checks.push(check);
    return stateOf(check);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://local');
    const path = url.pathname.replace(/^\/api/, '');
    requests.push(`${request.method} ${path}`);
    const plan = planned.find(({ left, path: pattern }) => left > 0 && pattern.test(`${request.method} ${path}`));
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
    const [, , place = '', userId = '', part = '', id = '', last = ''] = path.split('/').map(decodeURIComponent);
    if (place === 'addresses') {
      if (request.method === 'GET') {
        const address = kept.get(userId);
        if (address === undefined) throw new Failure('NotFound');
        return send(response, 200, { address });
      }
      const { address } = KeepAddressBody.parse(body);
      const keptId = createHash('sha256').update(address).digest('base64url').slice(0, 22);
      kept.set(keptId, address);
      return send(response, 200, { id: keptId });
    }
    const person = personOf(userId);
    switch (
      `${request.method} ${part}${id === '' ? '' : '/'}${id === 'preview' ? id : id === '' ? '' : 'id'}${last === '' ? '' : `/${last}`}`
    ) {
      case 'PUT ': {
        person.language = BotAccountBody.parse(body).language ?? person.language;
        return send(response, 200, account(userId));
      }
      case 'DELETE ':
        people.delete(userId);
        return send(response, 200, { deleted: true });
      case 'POST checks': {
        const check = await startCheck(userId, body, request.headers);
        return send(response, check.status === 'running' ? 202 : 200, check);
      }
      case 'GET checks/id': {
        const check = findCheck(id);
        check.stepsLeft = Math.max(0, check.stepsLeft - 1);
        if (check.revokedAt !== null && check.userId !== userId) throw new Failure('NotFound');
        return send(response, 200, stateOf(check));
      }
      case 'GET checks/id/pdf':
        findCheck(id);
        response
          .writeHead(200, {
            'content-type': 'application/pdf',
            'content-disposition': `attachment; filename="assay-report-${id}.pdf"`,
          })
          .end(PDF);
        return;
      case 'PUT checks/id/share':
      case 'DELETE checks/id/share': {
        const check = findCheck(id);
        const isOwner = check.userId === userId;
        if (isOwner) check.revokedAt = request.method === 'PUT' ? null : '2026-11-20T20:10:00.000Z';
        return send(response, 200, { is_owner: isOwner, url: check.result.url, revoked_at: check.revokedAt });
      }
      case 'GET results': {
        const address = url.searchParams.get('address') ?? '';
        const own = checks.filter(
          (check) => check.userId === userId && (address === '' || check.result.address === address),
        );
        return send(response, 200, { results: own.toReversed().map(({ result }) => result) });
      }
      case 'GET history': {
        const size = Number(url.searchParams.get('offset') ?? 5);
        const page = Number(url.searchParams.get('page') ?? 1);
        const own = checks.filter((check) => check.userId === userId && check.stepsLeft === 0).toReversed();
        const items = own.slice((page - 1) * size, page * size).map(({ result }) => result);
        return send(response, 200, { items, meta: { totalPages: Math.max(1, Math.ceil(own.length / size)) } });
      }
      case 'POST payments': {
        const { checks_number: count } = BotPaymentBody.parse(body);
        const orderId = randomBytes(16).toString('hex');
        self.orders.set(orderId, 'pending');
        return send(response, 200, {
          url: `https://pay.example.org/${orderId}`,
          order_id: orderId,
          checks_number: count,
          amount_cents: priceOfChecks(count).priceCents,
        });
      }
      case 'GET payments/id': {
        const status = self.orders.get(id);
        if (status === undefined) throw new Failure('NotFound');
        return send(response, 200, { order_id: id, status, checks_number: 50, amount_cents: 4_950 });
      }
      case 'POST join/preview': {
        const link = links.get(BotJoinBody.parse(body).token);
        if (link === undefined) throw new Failure('JoinLinkNotValid');
        return send(response, 200, { email: link.email, expires_at: '2026-11-20T20:15:00.000Z' });
      }
      case 'POST join': {
        const { token } = BotJoinBody.parse(body);
        const link = links.get(token);
        if (link === undefined) throw new Failure('JoinLinkNotValid');
        links.delete(token);
        person.email = link.email;
        person.joinedChecks = link.checks;
        return send(response, 200, account(userId));
      }
      case 'DELETE join':
        person.email = null;
        person.joinedChecks = 0;
        return send(response, 200, account(userId));
      default:
        throw new Failure('NotFound');
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { errorName, retryAfter } = error instanceof Failure ? error : new Failure('ValidationError');
      const { status, message } = ERRORS[errorName];
      response
        .writeHead(status, {
          'content-type': 'application/json',
          ...(retryAfter === null ? {} : { 'retry-after': String(retryAfter) }),
        })
        .end(JSON.stringify({ error: { errorName, message, requestId: 'req-1' } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(self, { url: `http://127.0.0.1:${port}/api` });
}

function send(response: ServerResponse, status: number, data: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : JSON.parse(text);
}
