import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient, type FetchInit } from '@assay/contracts/client';
import { openPrintedLink } from '../../e2e/harness/local-visit.ts';

/** Of the data that ship: all that it received came from an exchange. */
const SUBJECT = { ticker: 'ETH', parent: null, address: '0x500b95b82c62c8d38453de825355397a95b62133' };
const CHECKS_BOUGHT = 10;
const ASKS_EVERY_MS = 100;
/** The first check waits for the labels and records that ship, which a busy machine takes long to load. */
const WITHIN_MS = 180_000;

/** A visitor on the machine of the product, signed in to the demo account. */
export interface LocalVisit {
  /** Runs a check to its end; returns its stars. */
  readonly check: () => Promise<number>;
  /** Buys check credits from the stand-in of the crypto provider, until they are booked; returns how many. */
  readonly buy: () => Promise<number>;
  /** Whether the product knows no such call. */
  readonly isUnknown: (method: string, path: string) => Promise<boolean>;
}

/** Opens the link that the product printed, and signs in. */
export async function visitLocally(link: string): Promise<LocalVisit> {
  const { name, value } = await openPrintedLink(link);
  const { origin } = new URL(link);
  let cookie = `${name}=${value}`;
  const ask = async (url: string, { headers, ...init }: Partial<FetchInit<AbortSignal>>) => {
    const own = { origin, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', cookie };
    return fetch(url, { ...init, headers: { ...own, ...headers } });
  };
  const api = `${origin}/api`;
  const { call } = createClient<AbortSignal>({ fetch: ask, baseUrl: api, timezone: 'UTC' });
  const signedIn = await ask(`${api}/auth/demo`, { method: 'POST' });
  if (!signedIn.ok) throw new Error(`the demo account answered ${signedIn.status}`);
  cookie = [cookie, ...signedIn.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ');
  return {
    check: () => check(call),
    buy: () => buy(call),
    isUnknown: async (method, path) => {
      const answer = await ask(`${api}${path}`, { method });
      return answer.status === 404 && (await answer.text()).includes('"NotFound"');
    },
  };
}

async function check(call: Client<AbortSignal>['call']): Promise<number> {
  const { asset, status } = await call('POST /monitor/check', { body: SUBJECT });
  if (status === 'done') return asset.riskscore ?? 0;
  return await within('a check', async () => {
    const state = await call('GET /monitor/check/:sub_id', { sub_id: asset.sub_id });
    if (state.status === 'running') return null;
    if (state.status !== 'done') throw new Error(`a check ended as ${state.status}`);
    return state.asset.riskscore;
  });
}

async function buy(call: Client<AbortSignal>['call']): Promise<number> {
  const before = await call('GET /auth/me');
  const { url } = await call('POST /payment/url', {
    body: {
      payment_type: 'nowpayments',
      pay_for_checks: { checks_number: CHECKS_BOUGHT },
      success_url: '/account',
      cancel_url: '/account',
    },
  });
  const body = new URLSearchParams({ do: 'finished' });
  const paid = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  if (paid.status !== 303) throw new Error(`the page of the payment answered ${paid.status}`);
  return await within('a payment', async () => {
    const { checks } = await call('GET /auth/me');
    return checks === before.checks ? null : checks - before.checks;
  });
}

async function within<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + WITHIN_MS;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== null) return answer;
    await sleep(ASKS_EVERY_MS);
  }
  throw new Error(`${what} did not end within ${WITHIN_MS / 1000} s`);
}
