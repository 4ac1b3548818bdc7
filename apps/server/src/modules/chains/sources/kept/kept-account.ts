import { isRecord, type PartialHistory, type RawTransfer } from '@assay/exposure';
import { type Comparison, gapsOf, type HistoryGap, holdsFrom, isComplete, mergeGaps } from '../history-gaps.ts';
import type { AccountCounters, SourceTip, TransfersPage } from '../sources.ports.ts';

/** Where a provider continues, and the mark up to which it was asked. */
export interface Cursor {
  readonly next: string;
  readonly until: number;
}

/** What was read of one account on an account network; marks are seconds. */
export interface KeptAccount {
  readonly address: string;
  /** First second that was read; null from the account's beginning. */
  readonly from: number | null;
  readonly until: number;
  /** Balance just before the first record read; null where it is unknown. */
  readonly opening: bigint | null;
  /** In any order; records before `from` are incomplete until the rest of their second is read. */
  readonly transfers: readonly RawTransfer[];
  /** What is known to be missing, or odd. */
  readonly gaps: readonly HistoryGap[];
  /** What its moves come to, compared with the present balance; null until they are all there and were compared. */
  readonly comparison: Comparison | null;
  readonly isContract: boolean | null;
  /** Counterparties that the provider calls contracts. */
  readonly contracts: readonly string[];
  readonly counters: Pick<AccountCounters, 'counterparties' | 'transactions' | 'received' | 'sent'>;
  readonly provider: string;
  /** Where the provider continues; valid for this check only. */
  readonly cursor: Cursor | null;
}

export const NO_COUNTERS: KeptAccount['counters'] = {
  counterparties: null,
  transactions: null,
  received: null,
  sent: null,
};

/** The state of an account after its first page. */
export function keepFirstPage(address: string, page: TransfersPage, tip: SourceTip): KeptAccount {
  const gaps = gapsIn([page]);
  const from = page.next === null ? holdsFrom(gaps) : (page.completeFrom ?? tip.time + 1);
  return {
    address,
    from,
    until: tip.time,
    opening: from === null ? 0n : null,
    transfers: page.records.filter(({ time }) => time <= tip.time),
    gaps,
    comparison: null,
    isContract: contractIn(page, address),
    contracts: page.contracts.filter((contract) => contract !== address),
    counters: NO_COUNTERS,
    provider: page.provider,
    cursor: cursorOf(page.next, tip.time),
  };
}

/**
 * An account with one more page of older records. If the page reaches the account's beginning, the balance there is 0;
 * else the balance is counted back from the known one.
 */
export function keepOlderPage(account: KeptAccount, page: TransfersPage, askedUntil: number): KeptAccount {
  const gaps = mergeGaps([...account.gaps, ...gapsIn([page])]);
  const end = page.next === null ? holdsFrom(gaps) : (page.completeFrom ?? Number.POSITIVE_INFINITY);
  const from = end === null ? null : Math.min(account.from ?? 0, end);
  const next = {
    ...account,
    from,
    // A provider that cannot begin further down returns some of them again.
    transfers: [...distinctOf([...account.transfers, ...page.records])],
    gaps,
    comparison: null,
    isContract: account.isContract ?? contractIn(page, account.address),
    contracts: [...new Set([...account.contracts, ...page.contracts])].filter((one) => one !== account.address),
    cursor: cursorOf(page.next, askedUntil),
  };
  if (from === null) return { ...next, opening: 0n };
  if (account.opening === null) return next;
  const moved = netWithin(next, from, (account.from ?? 0) - 1);
  return withOpening(next, account.opening - moved);
}

/** An account with the records between those that were read and the tip. */
export function keepNewerPages(
  account: KeptAccount,
  pages: readonly TransfersPage[],
  tip: Pick<SourceTip, 'time'>,
): KeptAccount {
  const fresh = pages.flatMap(({ records }) => records);
  return {
    ...account,
    until: tip.time,
    transfers: [...account.transfers, ...fresh.filter(({ time }) => time > account.until && time <= tip.time)],
    gaps: mergeGaps([...account.gaps, ...gapsIn(pages)]),
    comparison: null,
    contracts: [...new Set([...account.contracts, ...pages.flatMap(({ contracts }) => contracts)])],
  };
}

/** What its moves come to up to a second, in base units. */
export function netUntil(account: KeptAccount, until: number): bigint {
  return netWithin(account, 0, until);
}

/** The balance at the first record, counted back from the present one. A negative one means missing records. */
export function withPresentBalance(account: KeptAccount, present: bigint): KeptAccount {
  if (account.from === null) return account;
  return withOpening(account, present - netWithin(account, account.from, account.until));
}

/** What the engine may read of an account, with what is missing at its ends. */
export function partialHistoryOf(account: KeptAccount, tip: Pick<SourceTip, 'time'>): PartialHistory {
  const { address, from, until, opening, counters, isContract, gaps, comparison } = account;
  const last = Math.min(until, tip.time);
  return {
    account: address,
    // Exactly the range: what a cut names must be all that was walked.
    transfers: account.transfers.filter(({ time }) => time >= (from ?? 0) && time <= last),
    from,
    until: until >= tip.time ? null : until,
    opening,
    counterparties: counters.counterparties,
    isContract: isContract === true,
    isWhole: isComplete(gaps, comparison),
    unread: from === null ? missingOf(comparison) : unreadOf(account),
  };
}

/** What was never listed although the present balance has it. */
export function missingOf(comparison: Comparison | null): PartialHistory['unread'] {
  return { received: comparison?.received ?? 0n, sent: comparison?.sent ?? 0n };
}

/** What a result states of the account's history. */
export function gapsOfAccount({ gaps, provider, from, comparison }: KeptAccount): readonly HistoryGap[] {
  return gapsOf(gaps, provider, from, comparison);
}

function gapsIn(pages: readonly TransfersPage[]): readonly HistoryGap[] {
  return mergeGaps(
    pages.flatMap(({ gaps = [], lacks, provider }) => [
      ...gaps,
      ...(lacks.length === 0 ? [] : [{ kind: 'parts', provider, parts: lacks } as const]),
    ]),
  );
}

/** A provider's totals less what was read; at least what the account had when the records begin. */
function unreadOf(account: KeptAccount): PartialHistory['unread'] {
  const { counters, opening } = account;
  const [received, sent] = sumsWithin(account, account.from ?? 0, account.until);
  const rest = (total: bigint | null, read: bigint) => (total === null || total < read ? 0n : total - read);
  const [in_, out] = [rest(counters.received, received), rest(counters.sent, sent)];
  return { received: opening !== null && opening > in_ ? opening : in_, sent: out };
}

function withOpening(account: KeptAccount, opening: bigint): KeptAccount {
  return { ...account, opening: opening < 0n ? null : opening };
}

function netWithin(account: KeptAccount, from: number, until: number): bigint {
  const [received, sent] = sumsWithin(account, from, until);
  return received - sent;
}

function sumsWithin({ address, transfers }: KeptAccount, from: number, until: number): readonly [bigint, bigint] {
  let received = 0n;
  let sent = 0n;
  for (const transfer of distinctOf(transfers)) {
    if (!isRecord(transfer) || transfer.time < from || transfer.time > until) continue;
    if (transfer.to === address) received += transfer.amount;
    else if (transfer.from === address) sent += transfer.amount;
  }
  return [received, sent];
}

/** Pages may overlap: each record counts once. */
export function distinctOf(transfers: readonly RawTransfer[]): Iterable<RawTransfer> {
  const known = new Map<string, RawTransfer>();
  for (const one of transfers) {
    const part = one.index === null ? `${one.from} ${one.to} ${one.amount} ${one.ordinal}` : one.index;
    known.set(`${one.transactionId} ${one.kind} ${part}`, one);
  }
  return known.values();
}

export function cursorOf(next: string | null, until: number): Cursor | null {
  return next === null ? null : { next, until };
}

function contractIn({ contracts, plainAccounts }: TransfersPage, address: string): boolean | null {
  if (contracts.includes(address)) return true;
  return plainAccounts.includes(address) ? false : null;
}
