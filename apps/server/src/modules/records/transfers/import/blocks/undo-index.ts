import { type Frame, framesOf } from './block-frames.ts';
import { BlockReader } from './block-reader.ts';
import type { UndoSource } from './block-source.ts';
import { sha256d } from './hashes.ts';
import type { Block } from './parse-block.ts';
import { checkUndo, readCoreUndo, readPlainUndo, type SpentCoin } from './undo-data.ts';

const CHECKSUM_BYTES = 32;

interface UndoFrame extends Frame {
  /** Number of transactions it covers. */
  readonly count: number;
}

/**
 * Finds the undo data of a block. Core writes it when a block joins the chain, in another order than the blocks
 * themselves, and without naming the block: the checksum, over the previous block's hash and the data, identifies it.
 */
export class UndoIndex {
  readonly #source: UndoSource;
  #frames: readonly UndoFrame[] | null = null;
  /** Where the search begins: blocks are mostly asked for in the order in which they joined the chain. */
  #next = 0;

  constructor(source: UndoSource) {
    this.#source = source;
  }

  /** Null where none belongs to this block. @throws BlockError for undo data that does not fit */
  async spentBy(block: Block): Promise<readonly (readonly SpentCoin[])[] | null> {
    const { file, isCore } = this.#source;
    if (!isCore) return checked(block, readPlainUndo(await file.read(0, file.size), block));
    const wanted = block.transactions.length - 1;
    if (wanted === 0) return [];
    this.#frames ??= await this.#index();
    const frames = this.#frames;
    for (let tried = 0; tried < frames.length; tried += 1) {
      const index = (this.#next + tried) % frames.length;
      const frame = frames[index];
      if (frame?.count !== wanted) continue;
      const bytes = await file.read(frame.at, frame.length + CHECKSUM_BYTES);
      const data = bytes.subarray(0, frame.length);
      if (!sha256d(Buffer.concat([block.previous, data])).equals(bytes.subarray(frame.length))) continue;
      this.#next = index + 1;
      return checked(block, readCoreUndo(data));
    }
    return null;
  }

  async #index(): Promise<UndoFrame[]> {
    const frames: UndoFrame[] = [];
    for await (const frame of framesOf(this.#source.file, CHECKSUM_BYTES, this.#source.magic)) {
      if (frame.isCut) continue;
      const start = new BlockReader(await this.#source.file.read(frame.at, Math.min(frame.length, 9)));
      frames.push({ ...frame, count: start.count() });
    }
    return frames;
  }
}

function checked(block: Block, undo: readonly (readonly SpentCoin[])[]): readonly (readonly SpentCoin[])[] {
  checkUndo(block, undo);
  return undo;
}
