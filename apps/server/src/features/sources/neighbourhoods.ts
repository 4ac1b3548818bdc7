import type { Asset } from '@assay/domain';
import { type KeptAccount, keepFirstPage, keepNewerPages, keepOlderPage, withPresentBalance } from './kept-account.ts';
import type { LiveAsset } from './neighbourhoods.store.ts';
import { type AccountSource, type SourceCall, SourceError, type SourceFault, type SourceTip } from './sources.ports.ts';

/** Where neighbourhoods are kept between checks. */
export interface NeighbourhoodShelf {
  tipSince(network: LiveAsset['network'], since: Date): Promise<SourceTip | null>;
  saveTip(network: LiveAsset['network'], tip: SourceTip, now: Date): Promise<void>;
  find(asset: LiveAsset, address: string, tip: Pick<SourceTip, 'time'>): Promise<KeptAccount | null>;
  save(asset: LiveAsset, account: KeptAccount, tip: SourceTip, now: Date): Promise<void>;
}

export interface Reading {
  readonly asset: Asset;
  readonly source: AccountSource;
  readonly tip: SourceTip;
  readonly call: SourceCall;
  /** Told of questions that went unanswered without spoiling the rest. */
  readonly onFault: (fault: SourceFault) => void;
}

/** Accounts with more counterparties are services and are not read further (docs/method, section 3). */
export const SERVICE_COUNTERPARTIES = 1000;

/** Networks whose accounts may be contracts: rule (c) needs to know. */
const WITH_CONTRACTS: ReadonlySet<string> = new Set(['ETH', 'BSC', 'POLYGON', 'OP', 'ARB', 'AVAX', 'ETC', 'TRX']);

/** Reads an account nobody read before: its newest records, and what is needed to walk through them. */
export async function openAccount(reading: Reading, address: string, isSubject: boolean): Promise<KeptAccount> {
  const { asset, source, tip, call } = reading;
  const page = await source.transfers(askOf(asset, address, null, tip.time, null), call);
  const account = await withContract(reading, keepFirstPage(address, page, tip), isSubject);
  return withBalance(reading, account, isSubject);
}

/** Reads one page below what is held. */
export async function extendOlder(reading: Reading, account: KeptAccount, isSubject: boolean): Promise<KeptAccount> {
  const { asset, source, call } = reading;
  if (account.from === null) return account;
  const until = account.cursor?.until ?? account.from - 1;
  const page = await source.transfers(askOf(asset, account.address, null, until, account.cursor?.next ?? null), call);
  return withBalance(reading, keepOlderPage(account, page, until), isSubject);
}

/** Reads everything between what is held and the tip, or nothing. */
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

/** Whether the walk ends here anyway: a service by its counter, or a contract. */
export function isService(account: KeptAccount): boolean {
  return account.isContract === true || (account.counters.counterparties ?? 0) > SERVICE_COUNTERPARTIES;
}

async function withContract(reading: Reading, account: KeptAccount, isSubject: boolean): Promise<KeptAccount> {
  const { asset, source, call } = reading;
  const isUnsure = account.isContract === null && WITH_CONTRACTS.has(source.network);
  // The subject is walked whatever it is; its totals tell how much of its history was not read.
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

/** What was read stands, whatever the next question comes to. */
function withoutAnswer({ onFault }: Reading, account: KeptAccount, error: unknown): KeptAccount {
  if (!(error instanceof SourceError)) throw error;
  if (error.fault.kind !== 'not-supported') onFault(error.fault);
  return account;
}

function askOf(asset: Asset, account: string, since: number | null, until: number, cursor: string | null) {
  return { asset, account, direction: 'both' as const, since, until, cursor };
}
