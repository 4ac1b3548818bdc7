import { isCategory } from '@assay/domain';
import { buildLabel } from '@assay/testkit';
import type { Label } from '../../src/labels/label.ts';
import { type CoinWalletOptions, walkCoinWallet } from '../../src/version-3/coins/coin-wallet.ts';
import type { IsOnReviewedList, Mixture } from '../../src/version-3/mixture.ts';
import { ClusteredStore } from './coin-cases.ts';

/** A transaction of a sketch; one without inputs makes new coins. Its place in the list is its place in the records. */
export interface SketchedTransaction {
  readonly id: string;
  readonly inputs: ReadonlyArray<{
    readonly prev: string;
    readonly vout: number;
    readonly owner: string | null;
    readonly value: number | null;
  }>;
  readonly outputs: ReadonlyArray<{ readonly owner: string | null; readonly value: number }>;
}

/** Unix seconds of the first transaction of a sketch; the others follow every 1,000 seconds. */
export const START = 1_700_000_000;

export function sketchedStore(
  transactions: readonly SketchedTransaction[],
  labels: Readonly<Record<string, Partial<Label>>>,
  hasClusters = true,
): ClusteredStore {
  const input = {
    transactions: transactions.map(({ id, inputs, outputs }, index) => ({
      transactionId: id,
      block: index,
      transactionIndex: 0,
      time: START + 1000 * index,
      coinbase: inputs.length === 0,
      inputs: inputs.map(({ prev, vout, owner, value }) => ({
        transactionId: prev,
        index: vout,
        owner,
        amount: value === null ? null : BigInt(value),
      })),
      outputs: outputs.map(({ owner, value }, output) => ({ index: output, owner, amount: BigInt(value) })),
    })),
    labels: new Map(
      Object.entries(labels).map(([address, label]) => [address, [buildLabel({ entity: address, ...label })]]),
    ),
  };
  return new ClusteredStore(input, hasClusters);
}

export const everyday: IsOnReviewedList = () => true;

/** What a walk of an address finds, and its facts. */
export async function walletIn(store: ClusteredStore, address: string, options: CoinWalletOptions = {}) {
  const subject = await store.subject(address);
  if (subject === null) throw new Error(`no records of ${address}`);
  return { subject, store, ...(await walkCoinWallet(store, subject, everyday, options)) };
}

/** Rows in short: category, owners, and share to nine decimals; then the residuals that are there. */
export function shortOf(mixture: Mixture | null): readonly string[] {
  if (mixture === null) return [];
  const rows = mixture.rows.map(
    ({ category, owners, share, explained }) =>
      `${category}${explained ? ' (explained)' : ''} at ${owners}: ${rounded(share)}`,
  );
  const residuals = { 'unknown origin': mixture.unknownOrigin, R: mixture.notFollowed };
  const left = Object.entries(residuals).filter(([, share]) => share > 0);
  return [...rows, ...left.map(([name, share]) => `${name}: ${rounded(share)}`)].sort();
}

const rounded = (share: number): number => Math.round(share * 1e9) / 1e9;

/** 'exchange, licence unknown' is the category `exchange_licence_unknown`. */
export function categoryNamed(words: string): Label['category'] {
  const id = words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  if (!isCategory(id)) throw new Error(`no category ${id}`);
  return id;
}

type Input = readonly [prev: string, vout: number, owner: string | null, value: number | null];
type Output = readonly [owner: string | null, value: number];

export const made = (id: string, inputs: readonly Input[], outputs: readonly Output[]): SketchedTransaction => ({
  id,
  inputs: inputs.map(([prev, vout, owner, value]) => ({ prev, vout, owner, value })),
  outputs: outputs.map(([owner, value]) => ({ owner, value })),
});

const LABELS: Readonly<Record<string, Partial<Label>>> = {
  thief: { category: 'stolen_coins' },
  listed: { category: 'sanctions', validFrom: START + 1500 },
  ex: { category: 'exchange_licensed' },
  bridge: { category: 'bridge' },
  other: { category: 'other_entities' },
};

/** A coin of 100 that a labelled owner, or nobody known, paid. */
export const paid = (id: string, from: string, to: string): SketchedTransaction =>
  made(id, [[`before-${id}`, 0, from, 100]], [[to, 100]]);

export async function asked(address: string, transactions: readonly SketchedTransaction[], hasClusters = true) {
  return walletIn(sketchedStore(transactions, LABELS, hasClusters), address);
}

export const everOf = async (address: string, transactions: readonly SketchedTransaction[]) => {
  return shortOf((await asked(address, transactions)).ever);
};
