import type { Row } from '../formats/row.ts';
import type { SourceFile } from '../formats/source-files.ts';
import { type BitcoinChain, MAIN_CHAIN } from './bitcoin-chain.ts';
import { readHeader, START_BYTES, statedHeight } from './block-header.ts';
import { BlockError, BlockReader } from './block-reader.ts';
import { isUndo, openBlocks, openUndo } from './block-source.ts';
import { ChainIndex } from './chain-index.ts';
import { type Block, parseBlock } from './parse-block.ts';
import { recordsOf } from './raw-block.ts';
import type { SpentCoin } from './undo-data.ts';
import { UndoIndex } from './undo-index.ts';

/** First reading, of headers only: files contain blocks in the order of arrival, not in the order of the chain. */
export async function indexBlocks(
  files: readonly SourceFile[],
  signal: AbortSignal,
  chain: BitcoinChain = MAIN_CHAIN,
): Promise<ChainIndex> {
  const index = new ChainIndex(chain);
  for (const file of files.filter(({ location }) => !isUndo(location))) {
    const source = await openBlocks(file, chain.magic);
    try {
      for await (const { at, length } of source.frames()) {
        signal.throwIfAborted();
        const start = new BlockReader(await source.read(at, Math.min(length, START_BYTES)));
        try {
          const header = readHeader(start, chain.easiestTarget);
          index.add(header, statedHeight(header, start));
        } catch (error) {
          // The second reading reports what is wrong with it.
          if (!(error instanceof BlockError)) throw error;
        }
      }
    } finally {
      await source.close();
    }
  }
  return index;
}

/** Rows of a file of blocks, one batch per block: one row per transaction, or the reason why the block is refused. */
export async function* blockRows(
  file: SourceFile,
  index: ChainIndex,
  signal: AbortSignal,
  chain: BitcoinChain = MAIN_CHAIN,
): AsyncGenerator<readonly Row[]> {
  if (isUndo(file.location)) return;
  const source = await openBlocks(file, chain.magic);
  const undoSource = await openUndo(file.location, chain.magic);
  const undo = undoSource === null ? null : new UndoIndex(undoSource);
  let number = 0;
  try {
    for await (const { at, length, isCut } of source.frames()) {
      signal.throwIfAborted();
      const outcome = isCut
        ? 'cut short: the file ends within it'
        : await readBlock(() => source.read(at, length), index, undo, chain);
      if (typeof outcome === 'string') {
        number += 1;
        const text = `block at byte ${at} of ${source.name}`;
        yield [{ number, fields: null, text, problem: `block not taken: ${outcome}` }];
        continue;
      }
      const { block, height, spent } = outcome;
      const before = number;
      yield recordsOf(block, height, spent).map((transaction, at) => ({
        number: before + at + 1,
        fields: null,
        text: transaction.transactionId,
        items: [{ what: 'coins', network: 'BTC', transaction }],
      }));
      number += block.transactions.length;
    }
  } finally {
    await source.close();
    await undoSource?.close();
  }
}

interface PositionedBlock {
  readonly block: Block;
  readonly height: number;
  /** Null where no undo data states what was spent. */
  readonly spent: readonly (readonly SpentCoin[])[] | null;
}

/** The block, or why it is refused. */
async function readBlock(
  read: () => Promise<Buffer>,
  index: ChainIndex,
  undo: UndoIndex | null,
  chain: BitcoinChain,
): Promise<PositionedBlock | string> {
  try {
    const block = parseBlock(await read(), chain.easiestTarget);
    const place = index.positionOf(block);
    if ('problem' in place) return place.problem;
    return { block, height: place.height, spent: (await undo?.spentBy(block)) ?? null };
  } catch (error) {
    if (error instanceof BlockError) return error.message;
    throw error;
  }
}
