import { createHash } from 'node:crypto';
import { type BcoinEntry, type BcoinKeyRing, type BcoinTransaction, type BcoinView, loadBcoin } from './bcoin.ts';
import { type CoinReader, coinReader } from './coin-reader.ts';
import type { CoinRpc } from './core-rpc-front.ts';

/** A payment of somebody: who gets what, in satoshi. What is left over goes back, less the fee. */
export interface CoinPayment {
  readonly from: string;
  readonly to: Readonly<Record<string, number>>;
  /** 1,000 unless said otherwise. */
  readonly fee?: number;
  /** Bytes written into the chain beside the coins, as an output nobody owns. */
  readonly note?: string;
  /** Spends these outputs instead of those the payer is known to have, such as ones spent already on another branch. */
  readonly spends?: readonly CoinOutpoint[];
}

export interface CoinOutpoint {
  readonly transactionId: string;
  readonly index: number;
}

export interface CoinChain {
  /** Reads what the node holds, as a block explorer would. */
  readonly read: CoinReader;
  /** The node's own RPC. */
  readonly rpc: CoinRpc;
  /** Bytes of every block of the present chain, by height. */
  rawBlocks(): Promise<readonly Buffer[]>;
  /** Address of somebody, as on the main network; names that begin with 'old ' have one from before segregated witness. */
  addressOf(name: string): string;
  /** Mines a block with these payments in it; answers their transaction ids. The reward goes to `miner`. */
  mine(payments?: readonly CoinPayment[], rewarded?: string): Promise<readonly string[]>;
  mineEmpty(blocks: number): Promise<void>;
  /** Puts a payment among those that wait for a block. */
  announce(payment: CoinPayment): Promise<string>;
  /** Forgets the last `depth` blocks for a longer branch, whose first block holds these payments. */
  reorganise(depth: number, payments: readonly CoinPayment[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

const START_TIME = 1_700_000_000;
const BLOCK_SECONDS = 600;
/** Segregated witness is on after three periods of 144 blocks; rewards ripen after 100. */
const FIRST_BLOCKS = 433;
const DEFAULT_FEE = 1_000;

interface Mined {
  readonly ids: readonly string[];
  readonly entry: BcoinEntry;
}

interface Coin {
  readonly transaction: BcoinTransaction;
  readonly index: number;
  readonly height: number;
}

/**
 * A real Bitcoin node (bcoin, regtest, in memory) with 433 blocks mined, whose rewards belong to `miner`. Everybody is
 * known by name; keys come from names and times from heights, so that two chains of the same story are the same.
 *
 * @example
 * const chain = await startCoinChain();
 * const [id] = await chain.mine([{ from: 'miner', to: { alice: 150_000_000 } }]);
 */
export async function startCoinChain(): Promise<CoinChain> {
  const bcoin = loadBcoin();
  const options = {
    network: 'regtest',
    memory: true,
    workers: false,
    listen: false,
    indexTx: true,
    indexAddress: true,
  };
  const node = new bcoin.FullNode({ ...options, logLevel: 'none', httpPort: 0, noAuth: true, env: false, argv: false });
  await node.open();
  const rings = new Map<string, BcoinKeyRing>();
  const ringOf = (name: string): BcoinKeyRing => {
    const known = rings.get(name);
    if (known !== undefined) return known;
    const ring = bcoin.KeyRing.fromPrivate(createHash('sha256').update(`assay test ${name}`).digest(), true);
    ring.witness = !name.startsWith('old ');
    rings.set(name, ring);
    return ring;
  };
  const { network, logger, workers, chain } = node;
  const miner = new bcoin.Miner({ network, logger, workers, chain, address: [] });
  await miner.open();
  const read = coinReader(node);
  /** Coins by owner, oldest first, with those spent taken out. */
  const coins = new Map<string, Coin[]>();
  /** Every transaction that was ever mined, undone ones included. */
  const made = new Map<string, BcoinTransaction>();

  function coinAt({ transactionId, index }: CoinOutpoint): Coin {
    const transaction = made.get(transactionId);
    if (transaction === undefined) throw new RangeError(`There is no transaction ${transactionId}`);
    return { transaction, index, height: 0 };
  }

  function keep(transaction: BcoinTransaction, height: number): void {
    made.set(transaction.txid(), transaction);
    for (const [name, own] of coins) {
      coins.set(
        name,
        own.filter(
          (coin) =>
            !transaction.inputs.some(
              ({ prevout }) => prevout.index === coin.index && prevout.txid() === coin.transaction.txid(),
            ),
        ),
      );
    }
    for (const [index, output] of transaction.outputs.entries()) {
      const address = output.getAddress()?.toString('main');
      const name = [...rings.keys()].find((one) => addressOf(one) === address);
      if (name !== undefined) coins.set(name, [...(coins.get(name) ?? []), { transaction, index, height }]);
    }
  }

  const addressOf = (name: string): string => ringOf(name).getAddress().toString('main');

  function chosen(payment: CoinPayment, wanted: number, height: number): readonly Coin[] {
    const own = coins.get(payment.from) ?? [];
    if (payment.spends !== undefined) return payment.spends.map((outpoint) => coinAt(outpoint));
    const ripe = own.filter((coin) => !coin.transaction.isCoinbase() || height - coin.height >= 100);
    const taken: Coin[] = [];
    let sum = 0;
    for (const coin of ripe) {
      if (sum >= wanted) break;
      taken.push(coin);
      sum += worthOf(coin);
    }
    if (sum < wanted) throw new RangeError(`${payment.from} has ${sum}, not ${wanted}`);
    return taken;
  }

  function build(payment: CoinPayment, height: number): [BcoinTransaction, BcoinView] {
    const { from, to, fee = DEFAULT_FEE } = payment;
    const paid = Object.values(to).reduce((sum, value) => sum + value, 0);
    const spent = chosen(payment, paid + fee, height);
    const builder = new bcoin.Builder();
    for (const { transaction, index } of spent) builder.addTX(transaction, index);
    for (const [name, value] of Object.entries(to)) builder.addOutput(ringOf(name).getAddress(), value);
    if (payment.note !== undefined) builder.addOutput(bcoin.Script.fromNulldata(Buffer.from(payment.note)), 0);
    const change = spent.reduce((sum, coin) => sum + worthOf(coin), 0) - paid - fee;
    if (change > 0) builder.addOutput(ringOf(from).getAddress(), change);
    builder.sign(ringOf(from));
    if (!builder.verify()) throw new Error(`The payment of ${from} is not valid`);
    return builder.commit();
  }

  async function mineOn(tip: BcoinEntry, payments: readonly CoinPayment[], rewarded: string): Promise<Mined> {
    const job = await miner.cpu.createJob(tip, ringOf(rewarded).getAddress());
    job.attempt.time = START_TIME + BLOCK_SECONDS * job.attempt.height;
    const ids: string[] = [];
    for (const payment of payments) {
      const [transaction, view] = build(payment, job.attempt.height);
      job.pushTX(transaction, view);
      keep(transaction, job.attempt.height);
      ids.push(transaction.txid());
    }
    job.refresh();
    const block = await job.mineAsync();
    const entry = await chain.add(block);
    if (entry === null) throw new Error('The node did not take the block');
    const [reward] = block.txs;
    if (reward !== undefined) keep(reward, entry.height);
    return { ids, entry };
  }

  /** Who has what, from the blocks of the present chain. */
  async function countAgain(): Promise<void> {
    coins.clear();
    for (let height = 1; height <= chain.height; height += 1) {
      const block = await chain.getBlock((await entryAt(height)).hash);
      for (const transaction of block?.txs ?? []) keep(transaction, height);
    }
  }

  async function entryAt(height: number): Promise<BcoinEntry> {
    const entry = await chain.getEntryByHeight(height);
    if (entry === null) throw new RangeError(`There is no block ${height}`);
    return entry;
  }

  const opened: CoinChain = {
    read,
    rpc: (body) => node.rpc.call(body, {}),
    rawBlocks: async () => {
      const blocks: Buffer[] = [];
      for (let height = 0; height <= chain.height; height += 1) {
        const block = await chain.getBlock((await entryAt(height)).hash);
        if (block !== null) blocks.push(block.toRaw());
      }
      return blocks;
    },
    addressOf,
    mine: async (payments = [], rewarded = 'miner') => (await mineOn(chain.tip, payments, rewarded)).ids,
    mineEmpty: async (blocks) => {
      for (let n = 0; n < blocks; n += 1) await mineOn(chain.tip, [], 'miner');
    },
    announce: async (payment) => {
      const [transaction] = build(payment, chain.height + 1);
      await node.mempool.addTX(transaction);
      return transaction.txid();
    },
    reorganise: async (depth, payments) => {
      let side = await mineOn(await entryAt(chain.height - depth), payments, 'other miner');
      const { ids } = side;
      for (let n = 0; n < depth; n += 1) side = await mineOn(side.entry, [], 'other miner');
      await node.mempool.reset();
      await countAgain();
      return ids;
    },
    close: async () => {
      await miner.close();
      await node.close();
    },
  };
  await opened.mineEmpty(FIRST_BLOCKS);
  return opened;
}

function worthOf({ transaction, index }: Coin): number {
  return transaction.outputs[index]?.value ?? 0;
}
