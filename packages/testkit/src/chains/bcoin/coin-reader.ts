import type { BcoinNode, BcoinOutput, BcoinTransaction } from './bcoin.ts';

/** An output, and who spends it; amounts in satoshi. */
export interface ReadOutput {
  readonly value: number;
  /** As on the main network; null for scripts without one. */
  readonly address: string | null;
  /** bcoin's word for the script. */
  readonly type: string;
  readonly script: string;
}

export interface ReadInput {
  readonly transactionId: string;
  readonly index: number;
  readonly spent: ReadOutput | null;
  readonly sequence: number;
}

export interface ReadTransaction {
  readonly id: string;
  /** Null while it waits for a block. */
  readonly block: ReadBlock | null;
  /** In its block. */
  readonly index: number;
  readonly coinbase: boolean;
  readonly inputs: readonly ReadInput[];
  readonly outputs: readonly ReadOutput[];
  readonly version: number;
  readonly locktime: number;
  readonly size: number;
  readonly weight: number;
}

export interface ReadBlock {
  readonly height: number;
  readonly hash: string;
  readonly time: number;
}

export interface ReadChain {
  /** From the first block on. */
  readonly blocks: readonly ReadBlock[];
  /** In the order of the chain; those that wait come last. */
  readonly transactions: readonly ReadTransaction[];
  readonly byId: ReadonlyMap<string, ReadTransaction>;
  /** By `transaction:index`. */
  readonly spenders: ReadonlyMap<string, ReadTransaction>;
}

/** Everything the node has, in its present state. */
export type CoinReader = () => Promise<ReadChain>;

/** Reads the blocks themselves, no index of the node's, to check independently what explorers are made to answer. */
export function coinReader(node: BcoinNode): CoinReader {
  let kept: { readonly key: string; readonly chain: ReadChain } | null = null;
  return async () => {
    const key = `${node.chain.tip.hash} ${[...node.mempool.map.keys()].join(' ')}`;
    if (kept?.key !== key) kept = { key, chain: await readChain(node) };
    return kept.chain;
  };
}

async function readChain(node: BcoinNode): Promise<ReadChain> {
  const blocks: ReadBlock[] = [];
  const byId = new Map<string, ReadTransaction>();
  const spenders = new Map<string, ReadTransaction>();
  const outputs = new Map<string, readonly ReadOutput[]>();
  const add = (transaction: BcoinTransaction, block: ReadBlock | null, index: number): void => {
    const read = readTransaction(transaction, block, index, outputs);
    byId.set(read.id, read);
    outputs.set(read.id, read.outputs);
    for (const input of read.inputs) spenders.set(`${input.transactionId}:${input.index}`, read);
  };
  for (let height = 0; height <= node.chain.height; height += 1) {
    const entry = await node.chain.getEntryByHeight(height);
    const block = entry === null ? null : await node.chain.getBlock(entry.hash);
    if (entry === null || block === null) throw new Error(`The node does not hold block ${height}`);
    const read = { height, hash: entry.rhash(), time: entry.time };
    blocks.push(read);
    for (const [index, transaction] of block.txs.entries()) add(transaction, read, index);
  }
  for (const { tx } of node.mempool.map.values()) add(tx, null, 0);
  return { blocks, transactions: [...byId.values()], byId, spenders };
}

function readTransaction(
  transaction: BcoinTransaction,
  block: ReadBlock | null,
  index: number,
  outputs: ReadonlyMap<string, readonly ReadOutput[]>,
): ReadTransaction {
  return {
    id: transaction.txid(),
    block,
    index,
    coinbase: transaction.isCoinbase(),
    inputs: transaction.inputs.map(({ prevout, sequence }) => ({
      transactionId: prevout.txid(),
      index: prevout.index,
      spent: outputs.get(prevout.txid())?.[prevout.index] ?? null,
      sequence,
    })),
    outputs: transaction.outputs.map(readOutput),
    version: transaction.version,
    locktime: transaction.locktime,
    size: transaction.getSize(),
    weight: transaction.getWeight(),
  };
}

function readOutput(output: BcoinOutput): ReadOutput {
  return {
    value: output.value,
    address: output.getAddress()?.toString('main') ?? null,
    type: output.getType(),
    script: output.script.toRaw().toString('hex'),
  };
}
