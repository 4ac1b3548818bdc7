import type { Label, RawInput, RawOutput, RawTransaction } from '@assay/exposure';
import { type GraphSize, randomLabels } from './graphs.ts';
import { Random } from './random.ts';

/** A heavy-tailed UTXO graph: coinbases, change back to a payer, fees, dust, lost history, unknown inputs, data outputs. */
export interface CoinGraph {
  readonly transactions: readonly RawTransaction[];
  readonly labels: ReadonlyMap<string, readonly Label[]>;
  readonly openingUnread: ReadonlySet<string>;
}

interface Coin {
  readonly input: RawInput;
  readonly amount: bigint;
}

const START = 1_600_000_000;

export interface CoinGraphSize extends GraphSize {
  /** Some transactions spend at least three coins and create at least three outputs of one value. */
  readonly hasCoinjoins?: boolean;
}

/** Builds a UTXO graph of `transfers` transactions; the same size and seed give the same graph. */
export function coinGraph(size: CoinGraphSize): CoinGraph {
  const { seed, accounts, transfers, isWhole = false, hasCoinjoins = false } = size;
  const random = new Random(seed);
  const addresses = Array.from({ length: accounts }, (_, index) => `wallet-${index}`);
  const unspent: Coin[] = [];
  const transactions: RawTransaction[] = [];
  for (let index = 0; index < transfers; index += 1) {
    const transactionId = `tx-${index}`;
    const coinbase = unspent.length === 0 || random.chance(0.08);
    const isCoinjoin = hasCoinjoins && random.chance(0.25);
    const coins = coinbase ? [] : takeCoins(random, unspent, addresses, { index, isCoinjoin, isWhole });
    const spent = coins.reduce((sum, coin) => sum + coin.amount, 0n);
    const outputs = isCoinjoin
      ? shareAlike(random, coinbase ? random.amount() : spent, coins, addresses)
      : shareOut(random, coinbase ? random.amount() : spent, coins, addresses);
    for (const output of outputs) {
      if (output.owner === null) continue;
      unspent.push({ input: { transactionId, ...output }, amount: output.amount });
    }
    transactions.push({
      transactionId,
      block: Math.floor(index / 3),
      transactionIndex: index % 3,
      time: START + Math.floor(index / 3),
      coinbase,
      inputs: coins.map((coin) => coin.input),
      outputs,
    });
  }
  return { transactions, labels: randomLabels(random, addresses, transfers / 3), openingUnread: new Set() };
}

function takeCoins(
  random: Random,
  unspent: Coin[],
  addresses: readonly string[],
  { index, isCoinjoin, isWhole }: { readonly index: number; readonly isCoinjoin: boolean; readonly isWhole: boolean },
): readonly Coin[] {
  const coins: Coin[] = [];
  for (
    let left = isCoinjoin ? 3 + random.below(3) : 1 + random.below(4, 2);
    left > 0 && unspent.length > 0;
    left -= 1
  ) {
    // The source leaves owner and value out now and then: the records know them.
    const [coin] = unspent.splice(random.chance(0.5) ? unspent.length - 1 : random.below(unspent.length), 1);
    if (coin === undefined) continue;
    coins.push(
      random.chance(0.2) && !isWhole ? { ...coin, input: { ...coin.input, owner: null, amount: null } } : coin,
    );
  }
  if (isWhole) return coins;
  const amount = random.amount();
  const owner = random.pick(addresses);
  const lost = { transactionId: `lost-${index}`, index: 0 };
  if (random.chance(0.1)) coins.push({ input: { ...lost, owner, amount }, amount });
  if (random.chance(0.1)) coins.push({ input: { ...lost, index: 1, owner: null, amount: null }, amount });
  return coins;
}

function shareOut(
  random: Random,
  spent: bigint,
  coins: readonly Coin[],
  addresses: readonly string[],
): readonly RawOutput[] {
  const outputs: RawOutput[] = [];
  let left = random.chance(0.8) ? (spent * 99n) / 100n : spent;
  for (let index = 0, count = 1 + random.below(5, 2); index < count && left > 0n; index += 1) {
    const amount = index === count - 1 ? left : (left * BigInt(1 + random.below(100))) / 100n;
    const change = random.chance(0.3) ? (coins[0]?.input.owner ?? null) : null;
    const owner = random.chance(0.03) ? null : (change ?? addresses[random.below(addresses.length, 2)] ?? null);
    outputs.push({ index, owner, amount });
    left -= amount;
  }
  if (random.chance(0.1)) outputs.push({ index: outputs.length, owner: null, amount: 0n });
  return outputs;
}

/** Outputs of one value, and one with the rest, which may go back to a payer. */
function shareAlike(
  random: Random,
  spent: bigint,
  coins: readonly Coin[],
  addresses: readonly string[],
): readonly RawOutput[] {
  const count = 3 + random.below(3);
  const amount = spent / BigInt(count + 1);
  const alike = Array.from({ length: count }, (_, index) => ({ index, owner: random.pick(addresses), amount }));
  const owner = random.chance(0.5) ? (coins[0]?.input.owner ?? null) : random.pick(addresses);
  return [...alike, { index: count, owner, amount: spent - amount * BigInt(count) }];
}
