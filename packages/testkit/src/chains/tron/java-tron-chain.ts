import { merkleRoot, message, sha256, tronHexOf } from './tron-bytes.ts';
import { type BuiltTransaction, buildTransaction, type TronAction } from './tron-transactions.ts';

export interface BuiltBlock {
  readonly height: number;
  readonly id: string;
  /** Milliseconds. */
  readonly at: number;
  readonly json: Record<string, unknown>;
  readonly transactions: readonly BuiltTransaction[];
}

/** A chain of blocks with java-tron's hashes: it grows, and its newest blocks can be taken back. */
export interface JavaTronChain {
  readonly blocks: readonly BuiltBlock[];
  /** One block more, with these transactions. */
  mine(actions: readonly TronAction[]): BuiltBlock;
  /** Takes the newest blocks back; what is mined next is another branch. */
  undo(depth: number): void;
}

const BLOCK_MS = 3_000;

/** @param seed another seed is another chain from its first block on */
export function javaTronChain(seed = 'mainnet', beganAt = 1_700_000_000_000): JavaTronChain {
  const blocks: BuiltBlock[] = [];
  let salt = 0n;
  let branch = 0;

  function mine(actions: readonly TronAction[]): BuiltBlock {
    const height = blocks.length;
    const at = beganAt + height * BLOCK_MS;
    const transactions = actions.map((action) => {
      salt += 1n;
      return buildTransaction(action, salt, height, at);
    });
    const root = merkleRoot(transactions.map(({ leaf }) => leaf));
    const parentHash = blocks.at(-1)?.id ?? sha256(Buffer.from(seed)).toString('hex');
    const witness = tronHexOf(`witness ${branch}`);
    const header = message([
      [1, BigInt(at)],
      [2, root],
      [3, Buffer.from(parentHash, 'hex')],
      ...(height === 0 ? [] : [[7, BigInt(height)] as const]),
      [9, Buffer.from(witness, 'hex')],
      [10, 34n],
    ]);
    const number = Buffer.alloc(8);
    number.writeBigUInt64BE(BigInt(height));
    const id = Buffer.concat([number, sha256(header).subarray(8)]).toString('hex');
    const raw_data = {
      ...(height > 0 && { number: height }),
      txTrieRoot: root.toString('hex'),
      witness_address: witness,
      parentHash,
      version: 34,
      timestamp: at,
    };
    const json = {
      blockID: id,
      block_header: { raw_data, witness_signature: '00'.repeat(65) },
      ...(transactions.length > 0 && { transactions: transactions.map((one) => one.json) }),
    };
    const block = { height, id, at, json, transactions };
    blocks.push(block);
    return block;
  }

  mine([]);
  return {
    blocks,
    mine,
    undo(depth) {
      if (depth >= blocks.length) throw new RangeError(`"depth" expected less than ${blocks.length}, got ${depth}`);
      blocks.splice(blocks.length - depth, depth);
      branch += 1;
    },
  };
}
