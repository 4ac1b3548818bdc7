import type { RawInput, RawTransaction } from '@assay/exposure';
import { HEADER_BYTES, readHeader, statedHeight } from './block-header.ts';
import { BlockError, BlockReader } from './block-reader.ts';
import { shown } from './hashes.ts';
import { type Block, parseBlock } from './parse-block.ts';
import { ownerOfScript } from './script-owner.ts';
import { checkUndo, type SpentCoin } from './undo-data.ts';

/** A block of Bitcoin with its records; hashes as they are shown. */
export interface RawBlock {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Unix seconds. */
  readonly time: number;
  readonly transactions: readonly RawTransaction[];
}

export interface RawBlockFacts {
  readonly height: number;
  /** What each transaction but the first spends, by input; null where the source does not state it. */
  readonly spent: readonly (readonly SpentCoin[])[] | null;
  /** The easiest target of the chain; default: that of Bitcoin's main network. */
  readonly easiestTarget?: bigint;
}

/**
 * A block from its bytes, verified as far as it can be alone: its work, its transactions, their witnesses, the height
 * it states, and that no transaction pays more than it spends.
 *
 * @throws BlockError
 */
export function readRawBlock(bytes: Uint8Array, { height, spent, easiestTarget }: RawBlockFacts): RawBlock {
  const block = parseBlock(bytes, easiestTarget);
  const stated = statedHeight(block, new BlockReader(bytes, HEADER_BYTES));
  if (stated !== null && stated !== height) throw new BlockError(`it states the height ${stated} and is at ${height}`);
  if (spent !== null) checkUndo(block, spent);
  return rawBlockOf(block, height, spent);
}

/** What a header alone states, verified by its work. @throws BlockError */
export function readRawHeader(
  bytes: Uint8Array,
  easiestTarget?: bigint,
): Pick<RawBlock, 'hash' | 'parentHash' | 'time'> {
  const { hash, previous, time } = readHeader(new BlockReader(bytes), easiestTarget);
  return { hash: shown(hash), parentHash: shown(previous), time };
}

/** @param spent already checked against the block */
export function rawBlockOf(block: Block, height: number, spent: RawBlockFacts['spent']): RawBlock {
  const { hash, previous, time } = block;
  const transactions = recordsOf(block, height, spent);
  return { height, hash: shown(hash), parentHash: shown(previous), time, transactions };
}

const NO_BLOCK = Buffer.alloc(32);

export function recordsOf(block: Block, height: number, spent: RawBlockFacts['spent']): RawTransaction[] {
  // The first block's coins were never added to the set of unspent outputs: they cannot be spent.
  const isFirstOfAll = block.previous.equals(NO_BLOCK);
  return block.transactions.map(({ id, inputs, outputs, isSignedBySeveral }, index): RawTransaction => {
    const isCoinbase = index === 0;
    const coins = isCoinbase ? undefined : spent?.[index - 1];
    return {
      transactionId: shown(id),
      block: height,
      transactionIndex: index,
      time: block.time,
      coinbase: isCoinbase,
      ...(isSignedBySeveral && !isCoinbase ? { isSignedBySeveral } : {}),
      inputs: isCoinbase
        ? []
        : inputs.map(
            (input, at): RawInput => ({
              transactionId: shown(input.transaction),
              index: input.index,
              owner: coins?.[at]?.owner ?? null,
              amount: coins?.[at]?.amount ?? null,
            }),
          ),
      outputs: isFirstOfAll
        ? []
        : outputs.map(({ amount, script }, at) => ({ index: at, owner: ownerOfScript(script), amount })),
    };
  });
}
