import type { Asset } from '@assay/domain';
import { SERVICE_COUNTERPARTIES } from '@assay/exposure';
import { holdsFrom } from './history-gaps.ts';
import {
  type KeptAccount,
  keepFirstPage,
  keepNewerPages,
  keepOlderPage,
  netUntil,
  withPresentBalance,
} from './kept/kept-account.ts';
import type { OnDemandAsset } from './neighbourhoods.store.ts';
import { type AccountSource, type SourceCall, SourceError, type SourceFault, type SourceTip } from './sources.ports.ts';

/** The cache of neighbourhoods between checks. */
export interface NeighbourhoodCache {
  tipSince(network: OnDemandAsset['network'], since: Date): Promise<SourceTip | null>;
  saveTip(network: OnDemandAsset['network'], tip: SourceTip, now: Date): Promise<void>;
  find(asset: OnDemandAsset, address: string, tip: Pick<SourceTip, 'time'>): Promise<KeptAccount | null>;
  save(asset: OnDemandAsset, account: KeptAccount, tip: SourceTip, now: Date): Promise<void>;
}

export interface Reading {
  readonly asset: Asset;
  readonly source: AccountSource;
  readonly tip: SourceTip;
  readonly call: SourceCall;
  /** Called with faults of single requests that did not end the reading. */
  readonly onFault: (fault: SourceFault) => void;
}

/** Networks whose accounts may be contracts: rule (c) needs to know. */
const WITH_CONTRACTS: ReadonlySet<string> = new Set(['ETH', 'BSC', 'POLYGON', 'OP', 'ARB', 'AVAX', 'ETC', 'TRX']);

/** Reads an account for the first time: its newest records, and what is needed to walk through them. */
export async function openAccount(reading: Reading, address: string, isSubject: boolean): Promise<KeptAccount> {
  const { asset, source, tip, call } = reading;
  const page = await source.transfers(askOf(asset, address, null, tip.time, null), call);
  const account = await withContract(reading, keepFirstPage(address, page, tip), isSubject);
  return withBalance(reading, account, isSubject);
}

/** Reads one page of older records. */
export async function extendOlder(reading: Reading, account: KeptAccount, isSubject: boolean): Promise<KeptAccount> {
  const { asset, source, call } = reading;
  if (account.from === null || isAllThatIsHeld(account)) return account;
  const until = account.cursor?.until ?? account.from - 1;
  const page = await source.transfers(askOf(asset, account.address, null, until, account.cursor?.next ?? null), call);
  return withBalance(reading, keepOlderPage(account, page, until), isSubject);
}

/** Reads everything between the records read and the tip, or nothing. */
export async function extendNewer(reading: Reading, account: KeptAccount): Promise<KeptAccount> {
  const { asset, source, tip, call } = reading;
  const pages = [];
  let cursor: string | null = null;
  do {
    const page = await source.transfers(askOf(asset, account.address, account.until + 1, tip.time, cursor), call);
    pages.push(page);
    cursor = page.completeFrom !== null && page.completeFrom <= account.until + 1 ? null : page.next;
  } while (cursor !== null);
  return keepNewerPages(account, pages, tip);
}

/** Whether the provider has nothing older, although the account may. */
function isAllThatIsHeld({ from, cursor, gaps }: KeptAccount): boolean {
  const held = holdsFrom(gaps);
  return held !== null && cursor === null && from !== null && from <= held;
}

/**
 * Compares a history that was read from its beginning with the present balance. Where they differ, transfers since the tip
 * may be why: the tip is read again after the balance, and they count up to each of their seconds.
 */
export async function compareAccount(reading: Reading, account: KeptAccount): Promise<KeptAccount> {
  const { asset, source, tip, call } = reading;
  if (account.from !== null || account.comparison !== null || account.until < tip.time) return account;
  try {
    const { amount } = await source.balance(asset, account.address, call);
    const net = netUntil(account, tip.time);
    const isEqual = amount === net || (await newerOf(reading, account)).includes(amount);
    const missing = { received: larger(amount - net), sent: larger(net - amount) };
    const none = { received: 0n, sent: 0n };
    return { ...account, comparison: { at: tip.time, isEqual, ...(isEqual ? none : missing) } };
  } catch (error) {
    return withoutAnswer(reading, account, error);
  }
}

function larger(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}

/** What the moves come to at each second since the tip in which there are some; of one page. */
async function newerOf(reading: Reading, account: KeptAccount): Promise<readonly bigint[]> {
  try {
    return await sumsSince(reading, account);
  } catch (error) {
    withoutAnswer(reading, account, error);
    return [];
  }
}

async function sumsSince({ asset, source, tip, call }: Reading, account: KeptAccount): Promise<readonly bigint[]> {
  const later = await source.tip(call);
  if (later.time <= tip.time) return [];
  const page = await source.transfers(askOf(asset, account.address, tip.time + 1, later.time, null), call);
  const all = { ...account, transfers: [...account.transfers, ...page.records] };
  const seconds = new Set(page.records.map(({ time }) => time).filter((time) => time > tip.time));
  return [...seconds].map((second) => netUntil(all, second));
}

/** Whether the walk ends here anyway: a service by its counter, or a contract. */
export function isService(account: KeptAccount): boolean {
  return account.isContract === true || (account.counters.counterparties ?? 0) > SERVICE_COUNTERPARTIES;
}

async function withContract(reading: Reading, account: KeptAccount, isSubject: boolean): Promise<KeptAccount> {
  const { asset, source, call } = reading;
  const isUnsure = account.isContract === null && WITH_CONTRACTS.has(source.network);
  // The subject is walked even if it is a service; its totals say how much of its history was not read.
  if (isSubject ? account.from === null : account.from === null && !isUnsure) return account;
  try {
    const counted = await source.counters(asset, account.address, call);
    return { ...account, counters: counted, isContract: account.isContract ?? counted.isContract };
  } catch (error) {
    return withoutAnswer(reading, account, error);
  }
}

/** A history that does not reach the beginning is walked through only from a known balance. */
async function withBalance(reading: Reading, account: KeptAccount, isSubject: boolean): Promise<KeptAccount> {
  const { asset, source, tip, call } = reading;
  if (account.from === null || account.opening !== null || account.from > tip.time) return account;
  if (account.until < tip.time || (isService(account) && !isSubject)) return account;
  try {
    const { amount } = await source.balance(asset, account.address, call);
    return withPresentBalance(account, amount);
  } catch (error) {
    return withoutAnswer(reading, account, error);
  }
}

/** What was read stays valid if a later request fails. */
function withoutAnswer({ onFault }: Reading, account: KeptAccount, error: unknown): KeptAccount {
  if (!(error instanceof SourceError)) throw error;
  if (error.fault.kind !== 'not-supported') onFault(error.fault);
  return account;
}

function askOf(asset: Asset, account: string, since: number | null, until: number, cursor: string | null) {
  return { asset, account, direction: 'both' as const, since, until, cursor };
}
