import { createHash } from 'node:crypto';
import type { BlockRef, ChainNode, FollowedBlock } from '../../apps/server/src/features/follow/index.ts';
import type { RawTransaction } from '../../packages/exposure/src/index.ts';
import { Random } from '../../packages/testkit/src/index.ts';

const START = 1_400_000_000;
const TRANSACTIONS = 2_000;
/** So many coins wait to be spent; older ones stay unspent, as most never are. */
const POOL = 200_000;

interface Coin {
  readonly transactionId: string;
  readonly index: number;
  readonly amount: bigint;
}

/**
 * Blocks of coins as a node gives them, made when they are asked for, in order: each of some 2,000 transactions with one
 * or two inputs and two outputs, among owners of whom few are far busier than the others. Ids are digests, so that
 * indexes by them meet no order.
 */
export function coinNode(blocks: number): ChainNode & { readonly outputs: number } {
  const random = new Random(11);
  const owners = Math.ceil((blocks * TRANSACTIONS) / 1.3);
  const coins: Coin[] = [];
  const made: FollowedBlock[] = [];
  let begun = 0;
  let outputs = 0;
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  const owner = (): string => `bc1q${digest(`owner ${random.below(owners, 2)}`).slice(0, 38)}`;
  const hashOf = (height: number): string => digest(`block ${height}`);
  const refOf = (height: number): BlockRef => ({
    height,
    hash: hashOf(height),
    parentHash: hashOf(height - 1),
    time: START + 600 * height,
  });

  function spent(): Coin[] {
    const inputs = coins.length < 1_000 ? 0 : 1 + random.below(2);
    return Array.from({ length: inputs }, () => {
      const at = random.below(coins.length);
      const coin = coins[at];
      const last = coins.pop();
      if (coin === undefined || last === undefined) throw new Error('There is no coin');
      if (at < coins.length) coins[at] = last;
      return coin;
    });
  }

  function makeBlock(height: number): FollowedBlock {
    const ref = refOf(height);
    const transactions = Array.from({ length: TRANSACTIONS }, (_, index): RawTransaction => {
      const transactionId = digest(`transaction ${height} ${index}`);
      const inputs = index === 0 ? [] : spent();
      const total = inputs.reduce((sum, { amount }) => sum + amount, 0n) || BigInt(100_000 + random.below(1e9));
      const first = BigInt(1 + random.below(Number(total)));
      const amounts = index === 0 ? [total] : [first, total - first + 1n];
      for (const [at, amount] of amounts.entries()) {
        const coin = { transactionId, index: at, amount };
        if (coins.length < POOL) coins.push(coin);
        else coins[random.below(coins.length)] = coin;
      }
      outputs += amounts.length;
      return {
        transactionId,
        block: height,
        transactionIndex: index,
        time: ref.time,
        // Coins that come from nowhere are those of blocks that were not made.
        coinbase: inputs.length === 0,
        inputs: inputs.map((coin) => ({
          transactionId: coin.transactionId,
          index: coin.index,
          owner: null,
          amount: null,
        })),
        outputs: amounts.map((amount, at) => ({ index: at, owner: owner(), amount })),
      };
    });
    return { ...ref, ledger: 'utxo', transactions };
  }

  return {
    name: 'coins.example',
    blocksAtOnce: 4,
    readsAtOnce: 1,
    get outputs() {
      return outputs;
    },
    identity: async () => hashOf(0),
    tip: async () => ({ ...refOf(blocks - 1), syncing: false }),
    refAt: async (height) => (height < blocks ? refOf(height) : null),
    finalHeight: async () => blocks - 1,
    blocks: async (from, to) => {
      for (; begun <= to; begun += 1) {
        made.push(makeBlock(begun));
        if (made.length > 64) made.shift();
      }
      return made.filter(({ height }) => height >= from && height <= to);
    },
    lacks: async () => [],
  };
}
