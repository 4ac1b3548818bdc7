import { compareText } from './compare-text.ts';
import { compareTransfers, isRecord, type RawTransfer } from './raw-records.ts';

/**
 * Records of several histories as one ordered list, each once: by time, then in the canonical order of docs/method,
 * section 2. Both ends of a transfer may have reported it, one with its index and one without; the one with it is kept.
 * The outcome depends on the set of records only.
 *
 * @example
 * mergeTransfers([[a, b], [b, c]]); // [a, b, c]
 */
export function mergeTransfers(histories: Iterable<readonly RawTransfer[]>): readonly RawTransfer[] {
  const byContent = new Map<string, RawTransfer[]>();
  for (const transfers of histories) {
    for (const transfer of transfers) {
      if (!isRecord(transfer)) continue;
      const { transactionId, kind, from, to, amount } = transfer;
      // A transaction has one fee, whatever two sources make of its sum.
      const content = kind === 'fee' ? `${transactionId} fee` : `${transactionId} ${kind} ${from} ${to} ${amount}`;
      const known = byContent.get(content);
      if (known === undefined) byContent.set(content, [transfer]);
      else known.push(transfer);
    }
  }
  const merged: RawTransfer[] = [];
  for (const alike of byContent.values()) {
    if (alike.length === 1 && alike[0] !== undefined) merged.push(alike[0]);
    else merged.push(...distinct(alike));
  }
  return merged.sort(compareInTime);
}

/** Time first: every source provides it, and block times never fall on an account network. */
function compareInTime(a: RawTransfer, b: RawTransfer): number {
  return a.time - b.time || compareTransfers(a, b);
}

/** Transfers alike in transaction, kind, ends and amount: by index, then those without one that are left over. */
function distinct(alike: readonly RawTransfer[]): readonly RawTransfer[] {
  if (alike.some(({ kind }) => kind === 'fee')) return alike.toSorted(preferFuller).slice(0, 1);
  const indexed = new Map<number, RawTransfer>();
  const counted = new Map<number, RawTransfer>();
  for (const one of alike) {
    const kept = one.index === null ? counted : indexed;
    const key = one.index ?? one.ordinal;
    const before = kept.get(key);
    if (before === undefined || preferFuller(one, before) < 0) kept.set(key, one);
  }
  return [...indexed.values(), ...[...counted].filter(([ordinal]) => ordinal >= indexed.size).map(([, one]) => one)];
}

/** Which of two tellings of one record says more; a fixed order among equals. */
function preferFuller(a: RawTransfer, b: RawTransfer): number {
  return (
    Number(a.transactionIndex === null) - Number(b.transactionIndex === null) ||
    b.block - a.block ||
    Number(a.index === null) - Number(b.index === null) ||
    (a.transactionIndex ?? 0) - (b.transactionIndex ?? 0) ||
    a.ordinal - b.ordinal ||
    (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0) ||
    compareText(a.from, b.from)
  );
}
