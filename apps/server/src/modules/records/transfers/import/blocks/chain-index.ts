import type { BitcoinChain } from './bitcoin-chain.ts';
import type { BlockHeader } from './block-header.ts';

const NONE = -1;

/** The height of a block in the chain of the given blocks, or why it has none. */
export type Place = { readonly height: number } | { readonly problem: string };

/**
 * Finds the order of blocks from their headers, for blocks added in any order. Heights count from the first block of
 * the chain, or from a block that states its own; of two branches the one with more work is used.
 */
export class ChainIndex {
  readonly #firstBlock: string;
  readonly #numbers = new Map<string, number>();
  readonly #previous: string[] = [];
  readonly #work: number[] = [];
  readonly #stated: number[] = [];
  #places: readonly Place[] | null = null;

  constructor({ firstBlock }: BitcoinChain) {
    this.#firstBlock = Buffer.from(firstBlock, 'hex').reverse().toString('latin1');
  }

  add({ hash, previous, work }: BlockHeader, statedHeight: number | null): void {
    const key = hash.toString('latin1');
    if (this.#numbers.has(key)) return;
    this.#numbers.set(key, this.#numbers.size);
    this.#previous.push(previous.toString('latin1'));
    this.#work.push(work);
    this.#stated.push(statedHeight ?? NONE);
    this.#places = null;
  }

  positionOf({ hash }: Pick<BlockHeader, 'hash'>): Place {
    this.#places ??= this.#resolve();
    const number = this.#numbers.get(hash.toString('latin1'));
    return (number === undefined ? undefined : this.#places[number]) ?? { problem: 'it was not there a moment ago' };
  }

  #resolve(): readonly Place[] {
    const parents = this.#previous.map((previous) => this.#numbers.get(previous) ?? NONE);
    const order = fromTheRoots(parents);
    const depths = new Array<number>(parents.length).fill(0);
    const roots = new Array<number>(parents.length).fill(0);
    const totals = new Array<number>(parents.length).fill(0);
    for (const number of order) {
      const parent = parents[number] ?? NONE;
      depths[number] = parent === NONE ? 0 : (depths[parent] ?? 0) + 1;
      roots[number] = parent === NONE ? number : (roots[parent] ?? 0);
      totals[number] = (this.#work[number] ?? 0) + (parent === NONE ? 0 : (totals[parent] ?? 0));
    }
    const tips = new Map<number, number>();
    for (const number of order) {
      const root = roots[number] ?? 0;
      if ((totals[number] ?? 0) > (totals[tips.get(root) ?? NONE] ?? 0)) tips.set(root, number);
    }
    const bases = this.#bases(order, roots, depths);
    const isMain = new Uint8Array(parents.length);
    const taken = new Set<number>();
    const heaviest = [...tips].sort(([, a], [, b]) => (totals[b] ?? 0) - (totals[a] ?? 0));
    for (const [root, tip] of heaviest) {
      for (let number = tip; number !== NONE; number = parents[number] ?? NONE) {
        const height = (bases.get(root) ?? 0) + (depths[number] ?? 0);
        if (taken.has(height) && bases.has(root)) continue;
        if (bases.has(root)) taken.add(height);
        isMain[number] = 1;
      }
    }
    return parents.map((_parent, number): Place => {
      const base = bases.get(roots[number] ?? 0);
      if (base === undefined) {
        return {
          problem:
            'its height is unknown: no block named leads from it to the first one, or to one that states its height',
        };
      }
      if (isMain[number] === 0) return { problem: 'it is not on the chain with the most work' };
      const height = base + (depths[number] ?? 0);
      const stated = this.#stated[number] ?? NONE;
      if (stated !== NONE && stated !== height)
        return { problem: `it states the height ${stated} and is at ${height}` };
      return { height };
    });
  }

  /** Height of each root that can be known. */
  #bases(order: readonly number[], roots: readonly number[], depths: readonly number[]): Map<number, number> {
    const bases = new Map<number, number>();
    const first = this.#numbers.get(this.#firstBlock);
    if (first !== undefined) bases.set(first, 0);
    for (const number of order) {
      const root = roots[number] ?? 0;
      const stated = this.#stated[number] ?? NONE;
      if (stated !== NONE && !bases.has(root)) bases.set(root, stated - (depths[number] ?? 0));
    }
    return bases;
  }
}

/** Numbers in an order in which parents come before their children. */
function fromTheRoots(parents: readonly number[]): readonly number[] {
  const firstChild = new Int32Array(parents.length).fill(NONE);
  const nextSibling = new Int32Array(parents.length).fill(NONE);
  const order: number[] = [];
  for (const [number, parent] of parents.entries()) {
    if (parent === NONE) {
      order.push(number);
      continue;
    }
    nextSibling[number] = firstChild[parent] ?? NONE;
    firstChild[parent] = number;
  }
  for (let at = 0; at < order.length; at += 1) {
    for (let child = firstChild[order[at] ?? 0] ?? NONE; child !== NONE; child = nextSibling[child] ?? NONE) {
      order.push(child);
    }
  }
  return order;
}
