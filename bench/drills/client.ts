import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@assay/testkit';
import type { Visitor } from '../checks/visitors.ts';
import { count } from './drill.ts';

/** Longer than any limit of the server: an answer that takes more hangs. */
const HANGS_AFTER_MS = 90_000;
const PAUSE_MS = 200;

interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  /** 0 where the connection was refused or cut. */
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
  readonly ms: number;
}

/** Requests of many people: each comes from another network, so that no limit per network is met. */
export class Client {
  readonly tally = new Map<string, number>();
  readonly #fault: (text: string) => void;
  #requests = 0;

  constructor(fault: (text: string) => void) {
    this.#fault = fault;
  }

  async ask(url: string, init: Asking = {}): Promise<Answer> {
    this.#requests += 1;
    const network = `10.${(this.#requests >> 16) & 255}.${(this.#requests >> 8) & 255}.${this.#requests & 255}`;
    const headers = { 'the-timezone-iana': 'UTC', 'x-forwarded-for': network, ...init.headers };
    const startedAt = performance.now();
    const ms = () => performance.now() - startedAt;
    const signal = AbortSignal.timeout(HANGS_AFTER_MS);
    try {
      const answer = await fetch(url, { ...init, headers, signal });
      const text = await answer.text();
      count(this.tally, String(answer.status));
      this.#judge(url, answer, text);
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text, ms: ms() };
    } catch (error) {
      if (signal.aborted) this.#fault(`${new URL(url).pathname} did not answer within ${HANGS_AFTER_MS / 1_000} s`);
      else if (!isConnectionFailure(error)) throw error;
      count(this.tally, 'cut off');
      return { status: 0, retryAfter: null, text: '', ms: ms() };
    }
  }

  post(url: string, body: object, headers: Readonly<Record<string, string>>): Promise<Answer> {
    return this.ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  #judge(url: string, answer: Response, text: string): void {
    const { pathname } = new URL(url);
    if (answer.status === 503 && answer.headers.get('retry-after') === null) {
      this.#fault(`${pathname} answered 503 without Retry-After`);
    }
    if (answer.status < 500 || answer.status === 503) return;
    // A check that ended with its server is answered as such; every other fault of the server is one.
    if (text.includes('"CheckFailed"')) count(this.tally, 'CheckFailed');
    else this.#fault(`${pathname} answered ${answer.status}: ${text.slice(0, 200)}`);
  }
}

function isConnectionFailure(error: unknown): boolean {
  return error instanceof TypeError && (error.message === 'fetch failed' || error.message === 'terminated');
}

export interface CheckOutcome {
  readonly status: number;
  readonly subId: string | null;
  readonly isCharged: boolean;
  readonly errorName: string | null;
}

/** One check. With a key it is asked for again until it is answered: it must be charged once. */
export async function postCheck(
  client: Client,
  url: () => string,
  { authorization }: Visitor,
  address: string,
  { key, isOver }: { readonly key?: string; readonly isOver?: () => boolean } = {},
): Promise<CheckOutcome> {
  for (;;) {
    const headers = { authorization, ...(key === undefined ? {} : { 'idempotency-key': key }) };
    const { status, text } = await client.post(
      `${url()}/api/monitor/check`,
      { address, ticker: 'ETH', parent: null },
      headers,
    );
    const mayRepeat = status === 0 || status === 202 || status === 429 || status === 503;
    if (key === undefined || !mayRepeat || isOver?.() === true) {
      const subId = /"sub_id":"([0-9a-f]{32})"/.exec(text)?.[1] ?? null;
      const errorName = /"errorName":"(\w+)"/.exec(text)?.[1] ?? null;
      return { status, subId, isCharged: text.includes('"charged":true'), errorName };
    }
    await sleep(PAUSE_MS);
  }
}

export function newAddress(random: Random): string {
  return `0x${Array.from({ length: 40 }, () => random.below(16).toString(16)).join('')}`;
}

/** Waits for a condition; false when it does not come true in time. */
export async function until(condition: () => Promise<boolean>, withinMs: number, everyMs = 50): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await sleep(everyMs);
  }
  return true;
}

/** Whether a server can work. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    // Nobody listens, or it does not answer: not ready either way.
    return false;
  }
}
