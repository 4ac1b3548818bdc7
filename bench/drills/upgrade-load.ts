import { setTimeout as sleep } from 'node:timers/promises';
import type { Visitor } from '../checks/visitors.ts';
import { type CheckOutcome, type Client, postCheck } from './client.ts';
import type { DrillRun } from './drill.ts';

const PAUSE_MS = 150;
/** A key has 600 requests a minute. */
const KEY_PAUSE_MS = 250;
/** Of a first visitor, and of one who is signed in. */
const PAGES = ['/', '/entities', '/method', '/sources', '/login'];
const CALLS = [
  '/api/auth/me',
  '/api/auth/sessions',
  '/api/account/data',
  '/api/monitor/history/pagination?page=1&size=25',
  '/api/payment/receipts',
  '/api/payment/orders',
  '/api/payment/subscription',
];

export interface Served {
  /** Every check of the site that was answered. */
  readonly answered: readonly { readonly subId: string; readonly isCharged: boolean }[];
  /** Ids of the checks by key that were answered and charged. */
  readonly chargedByKey: ReadonlySet<string>;
}

interface LoadParts {
  /** Of the balancer. */
  readonly url: string;
  readonly client: Client;
  readonly users: readonly Visitor[];
  readonly addresses: readonly string[];
  readonly isOver: () => boolean;
}

/** What visitors, users and programs ask while servers are replaced, until it is over. */
export async function upgradeLoad(run: DrillRun, parts: LoadParts): Promise<Served> {
  const answered: { subId: string; isCharged: boolean }[] = [];
  const note = (what: string, { status, subId, isCharged, errorName }: CheckOutcome) => {
    if (status === 200 && subId !== null) answered.push({ subId, isCharged });
    else if (!parts.isOver()) run.fault(`${what} was answered ${status} ${errorName ?? ''}`);
  };
  const chargedByKey = new Set<string>();
  const [programmer] = parts.users;
  if (programmer === undefined) throw new Error('Nobody is signed in');
  await Promise.all([
    ...parts.users.map((user, lane) => checkBySite(run, parts, user, lane, note)),
    visit(run, parts),
    checkByKey(run, parts, programmer, chargedByKey),
  ]);
  return { answered, chargedByKey };
}

/** Checks one address after the other, looks at each result and its certificate, and at the account. */
async function checkBySite(
  run: DrillRun,
  { url, client, addresses, isOver }: LoadParts,
  user: Visitor,
  lane: number,
  note: (what: string, outcome: CheckOutcome) => void,
): Promise<void> {
  const { authorization } = user;
  for (let at = 0; !isOver(); at += 1) {
    const address = addresses[(lane * 397 + at) % addresses.length] ?? '';
    const outcome = await postCheck(client, () => url, user, address, { key: `upgrade-${lane}-${at}` });
    note('a check', outcome);
    const of = `/api/monitor/check/${outcome.subId ?? ''}`;
    for (const call of [of, `${of}/certificate.json`, CALLS[at % CALLS.length] ?? '/api/auth/me']) {
      const { status, text } = await client.ask(`${url}${call}`, { headers: { authorization } });
      if (status !== 200)
        run.fault(`${call.replace(/[0-9a-f]{32}/, ':id')} was answered ${status} ${text.slice(0, 200)}`);
    }
    await sleep(PAUSE_MS);
  }
}

/**
 * Opens public pages, and every file that each of them names. The last server of a version may stop between a page and
 * its files: then the page is loaded again, as a visitor does, and has to be whole.
 */
async function visit(run: DrillRun, parts: LoadParts): Promise<void> {
  for (let at = 0; !parts.isOver(); at += 1) {
    const page = PAGES[at % PAGES.length] ?? '/';
    const isWhole = (await loadPage(run, parts, page)) || (await loadPage(run, parts, page));
    if (!isWhole) run.fault(`a file of ${page} was not there, even when the page was loaded again`);
    await sleep(PAUSE_MS);
  }
}

/** Whether every file of a page was there. */
async function loadPage(run: DrillRun, { url, client }: LoadParts, page: string): Promise<boolean> {
  const { status, text } = await client.ask(`${url}${page}`);
  if (status !== 200) run.fault(`${page} was answered ${status}`);
  const statuses = new Set<number>();
  for (const file of new Set(text.match(/\/assets\/[\w./-]+/g)))
    statuses.add((await client.ask(`${url}${file}`)).status);
  return [...statuses].every((one) => one === 200);
}

/** Checks by an API key, which is made by the former version. */
async function checkByKey(
  run: DrillRun,
  { url, client, addresses, isOver }: LoadParts,
  { authorization }: Visitor,
  charged: Set<string>,
): Promise<void> {
  const wish = { name: 'Upgrade', scopes: ['checks:read', 'checks:write'] };
  const made = await client.post(`${url}/api/developers/keys`, wish, { authorization });
  const secret = /"secret":"([^"]+)"/.exec(made.text)?.[1];
  if (secret === undefined) throw new Error(`No API key was made: ${made.status} ${made.text.slice(0, 200)}`);
  for (let at = 0; !isOver(); at += 1) {
    const address = addresses[addresses.length - 1 - (at % addresses.length)];
    const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': `upgrade-key-${at}`, prefer: 'wait=20' };
    const { status, text } = await client.post(`${url}/api/v1/checks`, { address, asset: 'ETH' }, headers);
    const id = /"id":"(chk_\w+)"/.exec(text)?.[1];
    if (status !== 201 || id === undefined) run.fault(`a check by key was answered ${status} ${text.slice(0, 200)}`);
    else if (text.includes('"charged":true')) charged.add(id);
    await sleep(KEY_PAUSE_MS);
  }
}
