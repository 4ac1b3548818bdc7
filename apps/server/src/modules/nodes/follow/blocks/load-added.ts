import type { NetworkId } from '@assay/domain';
import { formatCount } from '@assay/wording';
import type { Pool } from '../../../../platform/db/index.ts';
import { Backoff } from '../backoff.ts';
import {
  type AddedAsset,
  type BlockRef,
  type ChainNode,
  type FollowedBlock,
  isPassing,
  lostBlocks,
  NodeError,
} from '../follow.ports.ts';
import type { LeaseToken } from '../lease.store.ts';
import { Rates } from '../status/reporter.ts';
import { pause } from '../wake.ts';
import { writeAdditionProblem } from './additions.store.ts';
import { checkIdentity } from './begin.ts';
import { readBlocks } from './followed-blocks.store.ts';
import { readAhead } from './read-ahead.ts';
import { joinAdded, storeAdded } from './store-added.ts';
import { settleLedgers } from './store-blocks.ts';

/** With fewer final blocks to go than this, the rest is read when the assets join, and following waits for it. */
const JOINED_AT_ONCE = 200;
/**
 * With more stored blocks to go than this, final or not, the assets do not join: all of them would be in memory. It is
 * some hours of the networks with the most blocks, whose blocks become final after minutes.
 */
const MOST_JOINED_AT_ONCE = 20_000;
const LOOK_AGAIN_MS = 500;

export interface AddedAssetsPorts {
  readonly pool: Pool;
  readonly lease: LeaseToken;
  readonly identity: string;
  /** The node as following reads it. */
  readonly node: ChainNode;
  /** Opens it for the added assets alone. */
  readonly nodeFor: ((tickers: readonly string[]) => ChainNode) | undefined;
  /** The last stored block of the network, and up to which its blocks are final. */
  readonly standing: () => { readonly held: BlockRef | null; readonly finalHeight: number };
  /** How many records were added. */
  readonly onRecords: (records: number) => void;
  readonly say: (text: string) => void;
}

interface Loading {
  readonly ticker: string;
  /** The next block to load. */
  next: number;
  hash: string | null;
}

/**
 * Loads assets that were added to a followed network: final blocks only and in order, beside following, which they join
 * at the last stored block. Those furthest behind are loaded first, all at once when they are at the same block.
 */
export class AddedAssets {
  readonly #ports: AddedAssetsPorts;
  readonly #network: NetworkId;
  readonly #rates = new Rates();
  #left: readonly Loading[];
  #node: ChainNode | null = null;
  /** Resolved by `join` while `load` waits for it. */
  #turn: PromiseWithResolvers<void> | null = null;
  #failure: Error | null = null;

  constructor(ports: AddedAssetsPorts, added: readonly AddedAsset[]) {
    this.#ports = ports;
    this.#network = ports.lease.network;
    this.#left = added.map(({ ticker, fromHeight, loaded }) => ({
      ticker,
      next: loaded === null ? fromHeight : loaded.height + 1,
      hash: loaded?.hash ?? null,
    }));
  }

  /** Whether something is still to be loaded. @throws NodeError where a person is needed for that */
  isLoading(): boolean {
    if (this.#failure !== null) throw this.#failure;
    return this.#left.length > 0;
  }

  /**
   * Loads until everything has joined or the signal is aborted; ends where the node needs a person, which `isLoading`
   * says then.
   *
   * @throws LeaseLostError, BlocksLostError, FollowError, errors of the database
   */
  async load(signal: AbortSignal): Promise<void> {
    if (this.#left.length === 0) return;
    const { pool, lease, nodeFor, say } = this.#ports;
    for (const { ticker, next } of this.#left) {
      const behind = await settleLedgers(pool, lease, [ticker], next - 1);
      if (behind !== null) throw lostBlocks(this.#network, behind);
    }
    const tickers = this.#left.map(({ ticker }) => ticker);
    const own = nodeFor?.(tickers);
    const node = own ?? this.#ports.node;
    this.#node = node;
    say(`${tickers.join(', ')}: added; blocks from ${formatCount(this.#behind().next)} on are loaded.`);
    const backoff = new Backoff();
    let isKnown = false;
    try {
      while (this.#left.length > 0 && !signal.aborted) {
        try {
          if (!isKnown) await checkIdentity(node, this.#ports.identity, signal);
          isKnown = true;
          await this.#loadOn(node, signal);
          backoff.reset();
        } catch (error) {
          if (signal.aborted) return;
          if (!(error instanceof NodeError)) throw error;
          isKnown = false;
          await this.#note(error);
          if (this.#failure !== null) return;
          await pause(backoff.next(error), signal);
        }
      }
    } finally {
      await own?.close?.();
    }
  }

  /**
   * Joins what is loaded far enough, in the turn of following: between two of its transactions, so that the last stored
   * block stays what it is. Does nothing where nothing is ready, or where the chain was reorganised in between; where
   * the blocks do not continue the final ones that were loaded, `load` says so.
   *
   * @returns the tickers that are followed from now on
   * @throws NodeError, LeaseLostError, BlocksLostError
   */
  async join(signal: AbortSignal): Promise<readonly string[]> {
    const turn = this.#turn;
    const node = this.#node;
    if (turn === null || node === null) return [];
    const { pool, lease, standing, onRecords, say } = this.#ports;
    const { held } = standing();
    const { next, hash } = this.#behind();
    const tickers = this.#left.map(({ ticker }) => ticker);
    try {
      const blocks: FollowedBlock[] = [];
      if (held !== null && held.height >= next) {
        for await (const some of readAhead(node, this.#network, { from: next, to: held.height }, signal)) {
          if (!follows(some, blocks.at(-1)?.hash ?? hash)) {
            if (blocks.length === 0) turn.reject(contradiction(node, next, NO_CHILD));
            return [];
          }
          for (const block of some) blocks.push(block);
        }
      }
      if ((blocks.at(-1)?.hash ?? hash) !== (held?.hash ?? null)) return [];
      const { records } = await joinAdded(pool, lease, tickers, { blocks, at: held });
      onRecords(records);
      this.#left = [];
      const from = formatCount((held?.height ?? next - 1) + 1);
      say(`${tickers.join(', ')}: loaded; followed with the others from block ${from} on.`);
      return tickers;
    } finally {
      this.#turn = null;
      turn.resolve();
    }
  }

  async #loadOn(node: ChainNode, signal: AbortSignal): Promise<void> {
    const { standing } = this.#ports;
    await this.#checkChain(node, signal);
    // Asked first: some nodes are read in another way below what they call final.
    const final = Math.min(await node.finalHeight(signal), standing().finalHeight);
    const { next: from } = this.#behind();
    const others = this.#left.filter(({ next }) => next > from);
    const held = standing().held?.height ?? -1;
    const to = Math.min(final, held, ...others.map(({ next }) => next - 1));
    const isNearFinal = others.length === 0 && held >= from - 1 && to - from < JOINED_AT_ONCE;
    if (isNearFinal && held - from < MOST_JOINED_AT_ONCE) {
      await this.#awaitJoin(signal);
      return;
    }
    if (to < from) {
      if (isNearFinal) await this.#noteProblem(notFinal(node.name, from, held));
      await pause(LOOK_AGAIN_MS, signal);
      return;
    }
    for await (const blocks of readAhead(node, this.#network, { from, to }, signal)) {
      await this.#store(node, blocks);
      signal.throwIfAborted();
    }
  }

  async #store(node: ChainNode, blocks: readonly FollowedBlock[]): Promise<void> {
    const { pool, lease, onRecords } = this.#ports;
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (first === undefined || last === undefined) return;
    const group = this.#left.filter(({ next }) => next === first.height);
    if (!group.every(({ hash }) => follows(blocks, hash))) throw contradiction(node, first.height, NO_CHILD);
    const tickers = group.map(({ ticker }) => ticker);
    const rates = this.#rates.perSecond;
    const { records } = await storeAdded(pool, lease, tickers, { blocks, rates });
    this.#rates.add(blocks.length, records);
    for (const one of group) {
      one.next = last.height + 1;
      one.hash = last.hash;
    }
    onRecords(records);
  }

  /** The node may be another one than the one that is followed, or that one may have been replaced. */
  async #checkChain(node: ChainNode, signal: AbortSignal): Promise<void> {
    const { pool, standing } = this.#ports;
    const final = (await readBlocks(pool, this.#network)).at(-1);
    if (final === undefined || final.height > standing().finalHeight) return;
    const found = await node.refAt(final.height, signal);
    if (found !== null && found.hash !== final.hash)
      throw contradiction(node, final.height, 'it is another block than the final one that is stored');
  }

  async #awaitJoin(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    this.#turn = turn;
    const end = (): void => turn.resolve();
    signal.addEventListener('abort', end, { once: true });
    try {
      await turn.promise;
      // What did not join had another chain than what is stored, which following finds out.
      if (this.#left.length > 0) await pause(LOOK_AGAIN_MS, signal);
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  async #note(error: NodeError): Promise<void> {
    const tickers = await this.#noteProblem(error.message);
    if (isPassing(error.fault)) return;
    this.#ports.say(`${tickers.join(', ')}: not loaded any more: ${error.message}`);
    this.#failure = error;
  }

  async #noteProblem(problem: string): Promise<readonly string[]> {
    const { pool, lease } = this.#ports;
    const tickers = this.#left.map(({ ticker }) => ticker);
    await writeAdditionProblem(pool, lease, tickers, problem);
    return tickers;
  }

  #behind(): Loading {
    return this.#left.reduce((least, one) => (one.next < least.next ? one : least));
  }
}

const NO_CHILD = 'it is no child of the final block that was loaded before it';

function contradiction(node: ChainNode, height: number, what: string): NodeError {
  return new NodeError({ kind: 'contradiction', node: node.name, height, what });
}

function notFinal(node: string, next: number, held: number): string {
  return (
    `${node} says that block ${formatCount(next)} is not final yet, and the chain is stored up to block ` +
    `${formatCount(held)}: waiting for blocks to become final.`
  );
}

function follows([first]: readonly FollowedBlock[], hash: string | null): boolean {
  return first === undefined || hash === null || first.parentHash === hash;
}
