import type { RawTransaction } from '@assay/exposure';
import { mergeGaps } from '../history-gaps.ts';
import { cursorOf } from '../kept/kept-account.ts';
import { grossOf, type KeptOwner } from '../kept/kept-coins.ts';
import {
  type CoinSource,
  type CoinsPage,
  type SourceCall,
  SourceError,
  type SourceFault,
  type SourceTip,
} from '../sources.ports.ts';
import type { FetchedTransactions } from './fetched-transactions.ts';

export interface OwnerReading {
  readonly source: CoinSource;
  readonly tip: SourceTip;
  readonly call: SourceCall;
  /** Receives the transactions of every page. */
  readonly hand: FetchedTransactions;
  /** Called with faults of single requests that did not end the reading. */
  readonly onFault: (fault: SourceFault) => void;
}

const NO_COUNTERS: KeptOwner['counters'] = { transactions: null, received: null, sent: null };

/** Reads an owner for the first time: its newest transactions, and its totals where those are not all. */
export async function openOwner(reading: OwnerReading, address: string): Promise<KeptOwner> {
  const { source, tip, call, hand } = reading;
  const page = await source.transactionsOf({ address, since: null, until: tip.block, cursor: null }, call);
  await hand.keepPage(page);
  const from = page.next === null ? null : (page.completeFrom ?? tip.block + 1);
  return {
    address,
    from,
    until: tip.block,
    own: ownOf(page, tip.block),
    counters: from === null ? NO_COUNTERS : await countersOf(reading, address),
    gaps: page.gaps ?? [],
    comparison: null,
    provider: page.provider,
    cursor: cursorOf(page.next, tip.block),
  };
}

/** Reads everything between the transactions read and the tip, or nothing. */
export async function extendOwnerNewer(reading: OwnerReading, owner: KeptOwner): Promise<KeptOwner> {
  const { source, tip, call, hand } = reading;
  const { address, until } = owner;
  const pages: CoinsPage[] = [];
  let cursor: string | null = null;
  do {
    const ask = { address, since: until + 1, until: tip.block, cursor };
    const page: CoinsPage = await source.transactionsOf(ask, call);
    pages.push(page);
    cursor = page.completeFrom !== null && page.completeFrom <= until + 1 ? null : page.next;
  } while (cursor !== null);
  for (const page of pages) await hand.keepPage(page);
  const fresh = pages.flatMap((page) => ownOf(page, tip.block)).filter(([, block]) => block > until);
  const gaps = mergeGaps([...owner.gaps, ...pages.flatMap((page) => page.gaps ?? [])]);
  return { ...owner, until: tip.block, own: distinct([...owner.own, ...fresh]), gaps, comparison: null };
}

/** Reads one page of older transactions. */
export async function extendOwnerOlder(reading: OwnerReading, owner: KeptOwner): Promise<KeptOwner> {
  const { source, tip, call, hand } = reading;
  if (owner.from === null) return owner;
  const until = owner.cursor?.until ?? owner.from - 1;
  const ask = { address: owner.address, since: null, until, cursor: owner.cursor?.next ?? null };
  const page = await source.transactionsOf(ask, call);
  await hand.keepPage(page);
  const from = page.next === null ? null : Math.min(owner.from, page.completeFrom ?? owner.from);
  const own = distinct([...owner.own, ...ownOf(page, tip.block)]);
  const gaps = mergeGaps([...owner.gaps, ...(page.gaps ?? [])]);
  return { ...owner, from, own, gaps, comparison: null, cursor: cursorOf(page.next, until) };
}

/**
 * Compares a history that was read from its beginning with the provider's own count and totals of the address. Where they
 * differ, transactions of blocks since the tip may be why: those are read, and count up to each of their blocks.
 */
export async function compareOwner(reading: OwnerReading, owner: KeptOwner): Promise<KeptOwner> {
  const { tip, hand } = reading;
  if (owner.from !== null || owner.comparison !== null) return owner;
  const stated = await countersOf(reading, owner.address);
  if (stated.transactions === null && stated.received === null && stated.sent === null) return owner;
  const own = hand.ofOwner(owner);
  const isEqual = (read: readonly RawTransaction[]) => {
    const [received, sent] = grossOf(owner.address, read);
    const pairs = [
      [stated.transactions, read.length],
      [stated.received, received],
      [stated.sent, sent],
    ];
    return pairs.every(([said, found]) => said === null || said === found);
  };
  const equal = isEqual(own) || (await newerOf(reading, owner.address)).some((newer) => isEqual([...own, ...newer]));
  const [received, sent] = grossOf(owner.address, own);
  const lacking = (said: bigint | null, found: bigint) => (equal || said === null || said < found ? 0n : said - found);
  const missing = { received: lacking(stated.received, received), sent: lacking(stated.sent, sent) };
  return { ...owner, comparison: { at: tip.block, isEqual: equal, ...missing } };
}

/** The transactions since the tip, up to each block that has any; one page of them. */
async function newerOf({ source, tip, call, onFault }: OwnerReading, address: string) {
  try {
    const later = await source.tip(call);
    if (later.block <= tip.block) return [];
    const ask = { address, since: tip.block + 1, until: later.block, cursor: null };
    const { transactions } = await source.transactionsOf(ask, call);
    const newer = transactions.map(({ transaction }) => transaction).filter(({ block }) => block > tip.block);
    const blocks = [...new Set(newer.map(({ block }) => block))];
    return blocks.map((last) => newer.filter(({ block }) => block <= last));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    onFault(error.fault);
    return [];
  }
}

async function countersOf({ source, call, onFault }: OwnerReading, address: string): Promise<KeptOwner['counters']> {
  try {
    return await source.counters(address, call);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.fault.kind !== 'not-supported') onFault(error.fault);
    return NO_COUNTERS;
  }
}

function ownOf(page: CoinsPage, lastBlock: number): KeptOwner['own'] {
  return page.transactions
    .filter(({ transaction }) => transaction.block <= lastBlock)
    .map(({ transaction }) => [transaction.transactionId, transaction.block] as const);
}

function distinct(own: KeptOwner['own']): KeptOwner['own'] {
  return [...new Map(own).entries()];
}
