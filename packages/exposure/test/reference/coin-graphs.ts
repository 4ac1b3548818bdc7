import fc from 'fast-check';
import type { RawInput, RawTransaction } from '../../src/records/raw-records.ts';
import type { MemoryUtxoInput } from '../../src/reference/memory-utxo.ts';
import { labelBook } from './account-graphs.ts';

const OWNERS = ['s', 'a', 'b', 'c', 'd', 'e'] as const;
const owner = fc.constantFrom(...OWNERS, 's', 'a');

/** One transaction before it is known what there is to spend. */
interface Draft {
  readonly coinbase: boolean;
  /** Which of the unspent coins it takes. */
  readonly picks: readonly number[];
  readonly lost: readonly { readonly owner: string | null; readonly amount: bigint }[];
  readonly unknown: number;
  readonly outputs: readonly { readonly owner: string | null; readonly parts: number }[];
  /** Parts of the known value that become the fee; what unknown inputs bring on top. */
  readonly feeParts: number;
  readonly extra: bigint;
  readonly sameBlock: boolean;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  coinbase: fc.oneof({ weight: 1, arbitrary: fc.constant(true) }, { weight: 4, arbitrary: fc.constant(false) }),
  picks: fc.array(fc.nat(30), { maxLength: 4, size: 'max' }),
  lost: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 2,
      arbitrary: fc.array(fc.record({ owner: fc.option(owner, { freq: 5 }), amount: fc.bigInt(0n, 20n) }), {
        maxLength: 2,
      }),
    },
  ),
  unknown: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 2 }) }),
  outputs: fc.array(fc.record({ owner: fc.option(owner, { freq: 8 }), parts: fc.nat(9) }), {
    minLength: 1,
    maxLength: 4,
    size: 'max',
  }),
  feeParts: fc.nat(3),
  extra: fc.bigInt(0n, 20n),
  sameBlock: fc.boolean(),
});

/** Small graphs of coins around the subject `s`; values are conserved as on a real network. */
export const coinGraphs: fc.Arbitrary<MemoryUtxoInput> = fc
  .record({
    drafts: fc.array(draft, { minLength: 1, maxLength: 14, size: 'max' }),
    indexed: fc.boolean(),
    falling: fc.boolean(),
    labels: labelBook,
    derive: fc.boolean(),
    unit: fc.constantFrom(1_000_000n, 10n ** 30n + 7n),
    shuffle: fc.boolean(),
  })
  .map(({ drafts, indexed, falling, labels, derive, unit, shuffle }) => {
    const transactions = transactionsOf(drafts, { indexed, falling, unit });
    return { network: 'BTC', transactions: shuffle ? transactions.toReversed() : transactions, labels, derive };
  });

function transactionsOf(
  drafts: readonly Draft[],
  { indexed, falling, unit }: { indexed: boolean; falling: boolean; unit: bigint },
): readonly RawTransaction[] {
  const unspent: { readonly id: string; readonly index: number; readonly amount: bigint }[] = [];
  let block = 0;
  return drafts.map((one, at) => {
    if (!one.sameBlock) block += 1;
    // Falling indexes contradict the order of spending inside a block, as on networks that sort a block by id.
    const number = falling ? 99 - at : 10 + at;
    const transactionId = `tx-${number}`;
    const coinbase = one.coinbase || one.picks.length + one.lost.length + one.unknown === 0;
    const inputs: RawInput[] = [];
    let known = 0n;
    for (const pick of coinbase ? [] : one.picks) {
      const [coin] = unspent.splice(unspent.length === 0 ? 0 : pick % unspent.length, 1);
      if (coin === undefined) continue;
      known += coin.amount;
      inputs.push({ transactionId: coin.id, index: coin.index, owner: null, amount: null });
    }
    for (const [index, lost] of (coinbase ? [] : one.lost).entries()) {
      known += lost.amount * unit;
      inputs.push({ transactionId: `lost-${at}`, index, owner: lost.owner, amount: lost.amount * unit });
    }
    const unknown = coinbase ? 0 : inputs.length === 0 ? Math.max(1, one.unknown) : one.unknown;
    for (let index = 0; index < unknown; index += 1) {
      inputs.push({ transactionId: `nowhere-${at}`, index, owner: null, amount: null });
    }
    const value = known + (coinbase || unknown > 0 ? one.extra * unit : 0n);
    const parts = BigInt(one.outputs.reduce((sum, output) => sum + output.parts, one.feeParts));
    const outputs = one.outputs.map((output, index) => ({
      index,
      owner: output.owner,
      amount: parts === 0n ? 0n : (value * BigInt(output.parts)) / parts,
    }));
    for (const output of outputs) unspent.push({ id: transactionId, index: output.index, amount: output.amount });
    const transactionIndex = indexed ? number : null;
    return { transactionId, block, transactionIndex, time: 1000 + block, coinbase, inputs, outputs };
  });
}
