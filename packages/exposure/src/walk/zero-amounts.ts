import { compareText } from '../records/compare-text.ts';
import { FEE_SINK, ISSUER, type RawTransfer } from '../records/raw-records.ts';
import type { ZeroAmount } from './store.ts';

/** Whether a transfer moves nothing from one account to another: the trick of address poisoning. */
export function isZeroAmount({ from, to, amount }: Pick<RawTransfer, 'from' | 'to' | 'amount'>): boolean {
  return amount === 0n && from !== to && !isParty(from) && !isParty(to);
}

/**
 * Who sent an account nothing, each sender once with its first time, by address.
 *
 * @example
 * zeroAmountsTo([{ from: 'a', to: 'b', amount: 0n, time: 7 }], 'b'); // [{ from: 'a', time: 7 }]
 */
export function zeroAmountsTo(
  transfers: Iterable<Pick<RawTransfer, 'from' | 'to' | 'amount' | 'time'>>,
  account: string,
): readonly ZeroAmount[] {
  const first = new Map<string, number>();
  for (const transfer of transfers) {
    if (transfer.to !== account || !isZeroAmount(transfer)) continue;
    first.set(transfer.from, Math.min(transfer.time, first.get(transfer.from) ?? Number.POSITIVE_INFINITY));
  }
  return [...first].map(([from, time]) => ({ from, time })).sort((a, b) => compareText(a.from, b.from));
}

function isParty(address: string): boolean {
  return address === FEE_SINK || address === ISSUER;
}
