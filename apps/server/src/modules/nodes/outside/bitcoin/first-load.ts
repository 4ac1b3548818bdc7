import { SourceError } from '../../../../platform/intake/index.ts';
import { type BitcoinChain, BlockFolder, type RawBlock } from '../../../records/index.ts';
import { NodeError } from '../../follow/follow.ports.ts';

/** Blocks from the files of a node, for as long as the node itself says which of them are its chain. */
export class FirstLoad {
  readonly #dir: string;
  readonly #spent: 'node' | 'records';
  #folder: Promise<BlockFolder> | null = null;

  constructor(dir: string, spent: 'node' | 'records') {
    this.#dir = dir;
    this.#spent = spent;
  }

  /** The blocks of these hashes from the first on, until one that is not in the files. @throws NodeError */
  async read(
    hashes: readonly string[],
    from: number,
    chain: BitcoinChain,
    signal: AbortSignal,
  ): Promise<readonly RawBlock[]> {
    const folder = await this.#opened(chain, signal);
    const blocks: RawBlock[] = [];
    for (const [index, hash] of hashes.entries()) {
      signal.throwIfAborted();
      const block = await folder.read(hash, from + index);
      if (block === null) break;
      blocks.push(block);
    }
    return blocks;
  }

  async close(): Promise<void> {
    const folder = await this.#folder?.catch(() => null);
    await folder?.close();
  }

  /** All headers are read first, once; a run of several calls waits for the same reading. */
  async #opened(chain: BitcoinChain, signal: AbortSignal): Promise<BlockFolder> {
    const options = { chain, withSpent: this.#spent === 'node' };
    this.#folder ??= BlockFolder.open(this.#dir, options, signal);
    try {
      return await this.#folder;
    } catch (error) {
      this.#folder = null;
      if (!(error instanceof SourceError)) throw error;
      throw new NodeError({ kind: 'not-supported', node: this.#dir, what: `its blocks: ${error.message}` });
    }
  }
}
