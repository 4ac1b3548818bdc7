import type { RawTransaction } from '@assay/exposure';
import { type Comparison, gapsOf, type HistoryGap } from '../history-gaps.ts';
import type { AccountCounters, SourceTip, Spends } from '../sources.ports.ts';
import { type Cursor, missingOf } from './kept-account.ts';

/** One transaction that was read, and the spenders of its outputs, where they were requested. */
export interface KeptTransaction {
  readonly transaction: RawTransaction;
  readonly spends: Spends | null;
}

/** What was read of an address on a coin network; marks are heights. */
export interface KeptOwner {
  readonly address: string;
  readonly from: number | null;
  readonly until: number;
  /** Ids of its transactions, with their heights. */
  readonly own: readonly (readonly [id: string, block: number])[];
  readonly counters: Pick<AccountCounters, 'transactions' | 'received' | 'sent'>;
  /** As of an account. */
  readonly gaps: readonly HistoryGap[];
  readonly comparison: Comparison | null;
  readonly provider: string;
  /** Where the provider continues; valid for this check only. */
  readonly cursor: Cursor | null;
}

/** What a result states of the owner's history. */
export function gapsOfOwner({ gaps, provider, from, comparison }: KeptOwner): readonly HistoryGap[] {
  return gapsOf(gaps, provider, from, comparison);
}

/** Transactions as text, and back. */
export function writeTransaction(transaction: RawTransaction): string {
  return JSON.stringify(transaction, bigintAsText);
}

export function writeTransactions(transactions: readonly RawTransaction[]): string {
  return JSON.stringify(transactions, bigintAsText);
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

interface StoredTransaction extends Omit<RawTransaction, 'inputs' | 'outputs'> {
  readonly inputs: readonly (Omit<RawTransaction['inputs'][number], 'amount'> & { readonly amount: string | null })[];
  readonly outputs: readonly (Omit<RawTransaction['outputs'][number], 'amount'> & { readonly amount: string })[];
}

/** @throws SyntaxError for anything `writeTransaction` did not write */
export function readTransaction(text: string): RawTransaction {
  return transactionOf(JSON.parse(text));
}

/** @throws SyntaxError for anything `writeTransactions` did not write */
export function readTransactions(text: string): readonly RawTransaction[] {
  const stored: readonly StoredTransaction[] = JSON.parse(text);
  return stored.map(transactionOf);
}

function transactionOf(stored: StoredTransaction): RawTransaction {
  return {
    ...stored,
    inputs: stored.inputs.map((input) => ({ ...input, amount: input.amount === null ? null : BigInt(input.amount) })),
    outputs: stored.outputs.map((output) => ({ ...output, amount: BigInt(output.amount) })),
  };
}

/** Base units that an address received and spent in the transactions that were read. */
export function grossOf(address: string, transactions: Iterable<RawTransaction>): readonly [bigint, bigint] {
  let received = 0n;
  let sent = 0n;
  for (const { inputs, outputs } of transactions) {
    for (const { owner, amount } of outputs) if (owner === address) received += amount;
    for (const { owner, amount } of inputs) if (owner === address) sent += amount ?? 0n;
  }
  return [received, sent];
}

/**
 * The amounts of an address in transactions that were not read: a provider's totals less what was read; at least the
 * coins it spent that no transaction read paid to it.
 */
export function unreadOfOwner(
  { address, from, counters, comparison }: Pick<KeptOwner, 'address' | 'from' | 'counters' | 'comparison'>,
  own: readonly RawTransaction[],
): { readonly received: bigint; readonly sent: bigint } {
  if (from === null) return missingOf(comparison);
  const [received, sent] = grossOf(address, own);
  const rest = (total: bigint | null, read: bigint) => (total === null || total < read ? 0n : total - read);
  const held = new Set(own.map(({ transactionId }) => transactionId));
  const older = own
    .flatMap(({ inputs }) => inputs)
    .filter((input) => input.owner === address && !held.has(input.transactionId))
    .reduce((sum, input) => sum + (input.amount ?? 0n), 0n);
  const reported = rest(counters.received, received);
  return { received: largest(reported, older), sent: rest(counters.sent, sent) };
}

function largest(a: bigint, b: bigint): bigint {
  return a < b ? b : a;
}

/** Whether the spenders of its outputs can no longer change. */
export function areSpendsSettled(spends: Spends, isFinal: (spender: string) => boolean): boolean {
  return spends.every((spender) => spender !== null && isFinal(spender));
}

export type CoinTip = Pick<SourceTip, 'block' | 'finalBlock'>;
