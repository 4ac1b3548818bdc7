import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { SourceError } from '../../../../../platform/intake/index.ts';
import { reasonOf } from '../../../../../platform/kernel/text/message-of.ts';
import type { BitcoinChain } from './bitcoin-chain.ts';
import { type BlockFile, framesOf } from './block-frames.ts';
import { HEADER_BYTES, readHeader } from './block-header.ts';
import { BlockError, BlockReader } from './block-reader.ts';
import { openCoreFile, openUndo } from './block-source.ts';
import { shown } from './hashes.ts';
import { parseBlock } from './parse-block.ts';
import { type RawBlock, rawBlockOf } from './raw-block.ts';
import { UndoIndex } from './undo-index.ts';

export interface BlockFolderOptions {
  readonly chain: BitcoinChain;
  /** Whether what transactions spend is read too, from the undo data beside the blocks. */
  readonly withSpent: boolean;
}

interface OpenFile {
  readonly blocks: BlockFile;
  /** Null where undo data is not read, or not there. */
  readonly undo: UndoIndex | null;
  close(): Promise<void>;
}

/** Neighbours in the chain are in a few files at a time. */
const FILES_OPEN = 8;

/**
 * The blocks of Bitcoin Core's folder `blocks`, found by their hash: files contain them in the order of arrival, with
 * those that no chain kept. Only headers are read at the start; some 100 bytes a block stay in memory. The node may
 * run: what it writes later is not seen, what it deletes is not there any more.
 */
export class BlockFolder {
  readonly #options: BlockFolderOptions;
  readonly #files: readonly string[];
  readonly #numbers = new Map<string, number>();
  readonly #locations: { readonly file: number; readonly at: number; readonly length: number }[] = [];
  /** The most recently used ones, the last one last. */
  readonly #open = new Map<number, OpenFile>();
  /** One block is read at a time, so that no file is closed while it is used. */
  #reading: Promise<unknown> = Promise.resolve();

  private constructor(files: readonly string[], options: BlockFolderOptions) {
    this.#files = files;
    this.#options = options;
  }

  /** @throws SourceError for a folder without files of blocks; the reason of an aborted signal */
  static async open(dir: string, options: BlockFolderOptions, signal: AbortSignal): Promise<BlockFolder> {
    const names = await readdir(dir).catch((cause: unknown) => {
      throw new SourceError(`Cannot read ${dir}: ${reasonOf(cause)}`, { cause });
    });
    const files = names.filter((name) => /^blk\d+\.dat$/.test(name)).sort();
    if (files.length === 0) throw new SourceError(`${dir} has no files blk*.dat: name the folder "blocks" of the node`);
    const folder = new BlockFolder(
      files.map((name) => path.join(dir, name)),
      options,
    );
    for (const file of files.keys()) await folder.#index(file, signal);
    if (folder.#locations.length === 0) throw new SourceError(`The files in ${dir} hold no blocks of this chain`);
    return folder;
  }

  /**
   * The block of a hash, as it is shown; null where no file has it, has all of it, or has it undamaged.
   *
   * @param height where the caller knows the block to be
   */
  read(hash: string, height: number): Promise<RawBlock | null> {
    const reading = this.#reading.then(() => this.#read(hash, height));
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async close(): Promise<void> {
    await this.#reading;
    for (const file of this.#open.values()) await file.close();
    this.#open.clear();
  }

  async #read(hash: string, height: number): Promise<RawBlock | null> {
    const location = this.#locations[this.#numbers.get(keyOf(hash)) ?? -1];
    if (location === undefined) return null;
    try {
      const { blocks, undo } = await this.#opened(location.file);
      const block = parseBlock(await blocks.read(location.at, location.length), this.#options.chain.easiestTarget);
      if (shown(block.hash) !== hash) return null;
      return rawBlockOf(block, height, (await undo?.spentBy(block)) ?? null);
    } catch (error) {
      if (error instanceof BlockError || error instanceof SourceError) return null;
      throw error;
    }
  }

  async #index(number: number, signal: AbortSignal): Promise<void> {
    const { easiestTarget, magic } = this.#options.chain;
    const core = await openCoreFile(this.#files[number] ?? '');
    try {
      for await (const { at, length, isCut } of framesOf(core.file, 0, magic)) {
        signal.throwIfAborted();
        if (isCut) continue;
        const key = keyOfHeader(await core.file.read(at, HEADER_BYTES), easiestTarget);
        if (key === null || this.#numbers.has(key)) continue;
        this.#numbers.set(key, this.#locations.length);
        this.#locations.push({ file: number, at, length });
      }
    } finally {
      await core.close();
    }
  }

  async #opened(number: number): Promise<OpenFile> {
    const known = this.#open.get(number) ?? (await this.#openFile(this.#files[number] ?? ''));
    this.#open.delete(number);
    this.#open.set(number, known);
    for (const [oldest, file] of this.#open) {
      if (this.#open.size <= FILES_OPEN) break;
      this.#open.delete(oldest);
      await file.close();
    }
    return known;
  }

  async #openFile(location: string): Promise<OpenFile> {
    const core = await openCoreFile(location);
    const undo = this.#options.withSpent ? await openUndo(location, this.#options.chain.magic) : null;
    return {
      blocks: core.file,
      undo: undo === null ? null : new UndoIndex(undo),
      close: async () => {
        await core.close();
        await undo?.close();
      },
    };
  }
}

/** Hashes are kept as half as many characters as are shown. */
function keyOf(hash: string): string {
  return Buffer.from(hash, 'hex').reverse().toString('latin1');
}

/** Null for what is no header of the chain. */
function keyOfHeader(bytes: Buffer, easiestTarget: bigint): string | null {
  try {
    return readHeader(new BlockReader(bytes), easiestTarget).hash.toString('latin1');
  } catch (error) {
    if (error instanceof BlockError) return null;
    throw error;
  }
}
