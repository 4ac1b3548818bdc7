import type { AnvilNode } from './anvil-node.ts';

/** Everything that happened on a small chain, as an explorer keeps it. */
export interface EvmHistory {
  readonly blocks: readonly HistoryBlock[];
}

export interface HistoryBlock {
  readonly number: number;
  readonly hash: string;
  readonly time: number;
  readonly transactions: readonly HistoryTransaction[];
}

export interface HistoryTransaction {
  readonly hash: string;
  readonly index: number;
  readonly from: string;
  readonly to: string | null;
  readonly created: string | null;
  readonly value: bigint;
  readonly input: string;
  readonly gasPrice: bigint;
  readonly gasUsed: bigint;
  readonly succeeded: boolean;
  /** Depth first, the transaction itself first; index from 0. */
  readonly calls: readonly HistoryCall[];
  readonly logs: readonly HistoryLog[];
}

export interface HistoryCall {
  readonly index: number;
  readonly type: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: bigint;
  /** False where it, or a call around it, was undone. */
  readonly succeeded: boolean;
}

export interface HistoryLog {
  readonly index: number;
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

interface RpcBlock {
  readonly number: string;
  readonly hash: string;
  readonly timestamp: string;
  readonly transactions: readonly {
    readonly hash: string;
    readonly from: string;
    readonly to: string | null;
    readonly value: string;
    readonly input: string;
  }[];
}

interface RpcReceipt {
  readonly transactionIndex: string;
  readonly status: string;
  readonly gasUsed: string;
  readonly effectiveGasPrice: string;
  readonly contractAddress: string | null;
  readonly logs: readonly {
    readonly logIndex: string;
    readonly address: string;
    readonly topics: readonly string[];
    readonly data: string;
  }[];
}

interface RpcCall {
  readonly type: string;
  readonly from: string;
  readonly to?: string;
  readonly value?: string;
  readonly error?: string;
  readonly calls?: readonly RpcCall[];
}

/** Reads a whole chain; blocks that were read before and are still part of it are not read again. */
export function historyReader(node: AnvilNode): () => Promise<EvmHistory> {
  const known = new Map<string, HistoryBlock>();
  return async () => {
    const tip = Number(await node.rpc<string>('eth_blockNumber'));
    const blocks: HistoryBlock[] = [];
    for (let number = 0; number <= tip; number += 1) {
      const raw = await node.rpc<RpcBlock>('eth_getBlockByNumber', `0x${number.toString(16)}`, true);
      const block = known.get(raw.hash) ?? (await readBlock(node, raw));
      known.set(raw.hash, block);
      blocks.push(block);
    }
    return { blocks };
  };
}

async function readBlock(node: AnvilNode, raw: RpcBlock): Promise<HistoryBlock> {
  const base = { number: Number(raw.number), hash: raw.hash, time: Number(raw.timestamp) };
  if (raw.transactions.length === 0) return { ...base, transactions: [] };
  const receipts = await node.rpc<readonly RpcReceipt[]>('eth_getBlockReceipts', raw.number);
  const transactions = await Promise.all(
    raw.transactions.map(async (transaction, at): Promise<HistoryTransaction> => {
      const receipt = receipts[at];
      if (receipt === undefined) throw new Error(`No receipt of ${transaction.hash}`);
      // Call by call: the node's own numbering is what the sources under test are compared with.
      const root = await node.rpc<RpcCall>('debug_traceTransaction', transaction.hash, { tracer: 'callTracer' });
      return {
        hash: transaction.hash,
        index: Number(receipt.transactionIndex),
        from: transaction.from,
        to: transaction.to,
        created: receipt.contractAddress,
        value: BigInt(transaction.value),
        input: transaction.input,
        gasPrice: BigInt(receipt.effectiveGasPrice),
        gasUsed: BigInt(receipt.gasUsed),
        succeeded: receipt.status === '0x1',
        calls: flatten(root),
        logs: receipt.logs.map(({ logIndex, address, topics, data }) => ({
          index: Number(logIndex),
          address,
          topics,
          data,
        })),
      };
    }),
  );
  return { ...base, transactions };
}

function flatten(root: RpcCall): HistoryCall[] {
  const flat: HistoryCall[] = [];
  const visit = (call: RpcCall, succeeded: boolean): void => {
    const isKept = succeeded && call.error === undefined;
    const { from, to = null, value = '0x0' } = call;
    flat.push({ index: flat.length, type: call.type.toLowerCase(), from, to, value: BigInt(value), succeeded: isKept });
    for (const inner of call.calls ?? []) visit(inner, isKept);
  };
  visit(root, true);
  return flat;
}

/** `keccak256('Transfer(address,address,uint256)')`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export interface HistoryToken {
  readonly block: HistoryBlock;
  readonly transaction: HistoryTransaction;
  readonly log: HistoryLog;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
}

/** Transfers of one token, oldest first. */
export function tokenTransfers({ blocks }: EvmHistory, contract: string | null): HistoryToken[] {
  return blocks.flatMap((block) =>
    block.transactions.flatMap((transaction) =>
      transaction.logs
        .filter(({ topics, address }) => topics[0] === TRANSFER && (contract === null || address === contract))
        .map((log) => ({
          block,
          transaction,
          log,
          from: `0x${log.topics[1]?.slice(26)}`,
          to: `0x${log.topics[2]?.slice(26)}`,
          value: BigInt(log.data),
        })),
    ),
  );
}
