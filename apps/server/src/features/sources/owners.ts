import type { FetchedTransactions } from './fetched-transactions.ts';
import { cursorOf } from './kept-account.ts';
import type { KeptOwner } from './kept-coins.ts';
import {
  type CoinSource,
  type CoinsPage,
  type SourceCall,
  SourceError,
  type SourceFault,
  type SourceTip,
} from './sources.ports.ts';

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
  return { ...owner, until: tip.block, own: distinct([...owner.own, ...fresh]) };
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
  return { ...owner, from, own, cursor: cursorOf(page.next, until) };
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
