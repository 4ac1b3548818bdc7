import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../records/compare-text.ts';
import { ratio } from '../../records/ratios.ts';
import { paidTo } from '../netting/paid.ts';
import { partsOf } from '../netting/part.ts';
import { type AssetTransfer, assetTransactions, isFee } from './asset-transactions.ts';
import { MemoryFlows } from './memory-flows.ts';
import { randomTransfers } from './transfers.cases.ts';

/** Shares by where they began: at the start of an account, or in what it lacked. */
type Composition = ReadonlyMap<string, number>;

const scaled = (composition: Composition, by: number): Composition =>
  new Map([...composition].map(([source, share]) => [source, share * by]));

function summed(...all: readonly Composition[]): Composition {
  const sum = new Map<string, number>();
  for (const [source, share] of all.flatMap((one) => [...one])) sum.set(source, (sum.get(source) ?? 0) + share);
  return sum;
}

const paidFrom = (composition: Composition, covered: number, payer: string): Composition =>
  summed(scaled(composition, covered), new Map([[`lacked by ${payer}`, 1 - covered]]));

/** Compositions after all flows, one after the other. */
function byFlows(transfers: readonly AssetTransfer[]): (account: string) => Composition {
  const store = new MemoryFlows({ network: 'ETH', asset: 'USDT', transfers });
  const known = new Map<number, Composition>();
  const of = (node: number) => known.get(node) ?? new Map([[`start of ${store.partyOf(node).address}`, 1]]);
  for (const { from, to, inflowShare, covered } of store.flows) {
    const paid = paidFrom(of(from), covered, store.partyOf(from).address ?? 'pool');
    known.set(to, summed(scaled(of(to), 1 - inflowShare), scaled(paid, inflowShare)));
  }
  return (account) => known.get(store.nodeOf(account) ?? -1) ?? new Map([[`start of ${account}`, 1]]);
}

/** The same by the ratios of whole transactions, as the page has them (section 4). */
function byNets(transfers: readonly AssetTransfer[]): (account: string) => Composition {
  const balances = new Map<string, bigint>();
  const known = new Map<string, Composition>();
  const balanceOf = (account: string) => balances.get(account) ?? 0n;
  const of = (account: string) => known.get(account) ?? new Map([[`start of ${account}`, 1]]);
  const pay = (account: string, amount: bigint): number => {
    const before = balanceOf(account);
    balances.set(account, before > amount ? before - amount : 0n);
    return before >= amount ? 1 : ratio(before, amount);
  };
  for (const { records } of assetTransactions(transfers)) {
    const all = records.get('USDT') ?? [];
    for (const { from, amount } of all.filter(isFee)) pay(from, amount);
    for (const part of partsOf(
      all.filter((record) => !isFee(record)),
      compareText,
    )) {
      const covered = new Map([...part.nets].map(([account, net]) => [account, net < 0n ? pay(account, -net) : 1]));
      for (const [payee, net] of part.nets) {
        if (net <= 0n) continue;
        const share = ratio(net, balanceOf(payee) + net);
        const sources = paidTo(part, payee).map(({ account, amount }) =>
          scaled(paidFrom(of(account), covered.get(account) ?? 0, account), ratio(amount.n, amount.d * net) * share),
        );
        balances.set(payee, balanceOf(payee) + net);
        known.set(payee, summed(scaled(of(payee), 1 - share), ...sources));
      }
    }
  }
  return of;
}

describe('flows, one after the other', () => {
  it('give every account the composition that the nets of whole transactions give it', () => {
    fc.assert(
      fc.property(randomTransfers(), (transfers) => {
        const [flows, nets] = [byFlows(transfers), byNets(transfers)];
        for (const account of ['a', 'b', 'c', 'd', 'e', 'f']) {
          const [found, expected] = [flows(account), nets(account)];
          for (const source of [...found.keys(), ...expected.keys()]) {
            expect(Math.abs((found.get(source) ?? 0) - (expected.get(source) ?? 0)), source).toBeLessThan(1e-12);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
