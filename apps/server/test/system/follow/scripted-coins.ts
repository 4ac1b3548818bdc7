import type { RawTransaction } from '@assay/exposure';
import { Random } from '@assay/testkit';
import type { BlockRef, ChainNode, FollowedBlock, NodeTip } from '../../../src/modules/nodes/follow/follow.ports.ts';

const START = 1_300_000_000;
const PAYMENTS = 6;

interface Coin {
  readonly transactionId: string;
  readonly index: number;
  readonly owner: string;
  readonly amount: bigint;
}

/** A chain of coins whose transactions spend those of earlier blocks and of their own; inputs name no owner. */
export class ScriptedCoins implements ChainNode {
  readonly name = 'coins.example';
  readonly blocksAtOnce = 4;
  readonly readsAtOnce = 2;
  readonly #blocks: (FollowedBlock & { readonly ledger: 'utxo' })[] = [];
  readonly #random: Random;
  readonly #seed: number;
  #coins: Coin[] = [];
  #made = 0;
  /** Called before blocks are given. */
  onRead: (from: number) => void = () => undefined;

  constructor(length: number, seed = 5) {
    this.#random = new Random(seed);
    this.#seed = seed;
    this.grow(length);
  }

  get height(): number {
    return this.#blocks.length - 1;
  }

  /** All transactions of some blocks. */
  transactions(from: number, to: number): readonly RawTransaction[] {
    return this.#blocks.slice(from, to + 1).flatMap(({ transactions }) => transactions);
  }

  grow(count: number): void {
    for (let made = 0; made < count; made += 1) {
      const height = this.#blocks.length;
      const block = height;
      // Not in the order of blocks: times of Bitcoin may go back.
      const time = START + 600 * height - (height % 3) * 700;
      const transactions: RawTransaction[] = [];
      const give = (transaction: Omit<RawTransaction, 'block' | 'time' | 'transactionIndex'>): void => {
        transactions.push({ ...transaction, block, time, transactionIndex: transactions.length });
        for (const { index, owner, amount } of transaction.outputs) {
          const { transactionId } = transaction;
          if (owner !== null && amount > 0n) this.#coins.push({ transactionId, index, owner, amount });
        }
      };
      // As in Bitcoin's first years, a reward comes again, with the same id.
      const reward = height === 7 ? 5 : height;
      const output = { index: 0, owner: `owner-${reward % 40}`, amount: 50_000n + BigInt(reward) };
      give({ transactionId: this.#idOf('reward', reward), coinbase: true, inputs: [], outputs: [output] });
      if (height === 7) this.#coins.pop();
      for (let payment = 0; payment < PAYMENTS && this.#coins.length > 3; payment += 1) this.#pay(give);
      const parentHash = this.#blocks.at(-1)?.hash ?? '0'.repeat(64);
      this.#made += 1;
      const hash = this.#idOf('block', this.#made);
      this.#blocks.push({ height, hash, parentHash, time, ledger: 'utxo', transactions });
    }
  }

  async identity(): Promise<string> {
    return 'coins-1';
  }

  async tip(): Promise<NodeTip> {
    return { ...this.#refAt(this.height), syncing: false };
  }

  async refAt(height: number): Promise<BlockRef | null> {
    return height > this.height ? null : this.#refAt(height);
  }

  async finalHeight(): Promise<number> {
    return this.height - 6;
  }

  async blocks(from: number, to: number): Promise<readonly FollowedBlock[]> {
    this.onRead(from);
    return this.#blocks.slice(from, to + 1);
  }

  async lacks(): Promise<readonly []> {
    return [];
  }

  #pay(give: (transaction: Omit<RawTransaction, 'block' | 'time' | 'transactionIndex'>) => void): void {
    this.#made += 1;
    const spent = Array.from({ length: 1 + this.#random.below(2) }, () => this.#take());
    const total = spent.reduce((sum, { amount }) => sum + amount, 0n);
    const half = total / 2n;
    give({
      transactionId: this.#idOf('payment', this.#made),
      coinbase: false,
      ...(this.#made % 11 === 0 ? { isSignedBySeveral: true as const } : {}),
      inputs: spent.map(({ transactionId, index }) => ({ transactionId, index, owner: null, amount: null })),
      outputs: [
        { index: 0, owner: this.#owner(), amount: half },
        // Often change to the spender.
        { index: 1, owner: spent[0]?.owner ?? null, amount: total - half },
        { index: 2, owner: null, amount: 0n },
      ],
    });
  }

  #take(): Coin {
    const [coin] = this.#coins.splice(this.#random.below(this.#coins.length), 1);
    if (coin === undefined) throw new Error('There is no coin to spend');
    return coin;
  }

  #owner(): string {
    return `owner-${this.#random.below(40)}`;
  }

  #idOf(kind: string, number: number): string {
    return Buffer.from(`${kind}-${number}-${this.#seed}`).toString('hex').padEnd(64, '0');
  }

  #refAt(height: number): BlockRef {
    const block = this.#blocks[height];
    if (block === undefined) throw new RangeError(`There is no block ${height}`);
    return { height, hash: block.hash, parentHash: block.parentHash, time: block.time };
  }
}
