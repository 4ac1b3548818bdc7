import type { GoverningLabel } from '../../labels/resolve-labels.ts';
import type { NodeId, Position } from '../../records/record.ts';
import type { OwnHistory, PayeeLabel } from '../rating/history/own-history.ts';

/**
 * An account's own history with numbers of its own in place of those of a store, so that what is made from it does not
 * depend on the store: places and accounts are numbered as they come.
 */
export interface ReadHistory<H extends OwnHistory = OwnHistory> {
  readonly history: H;
  /** Parts of a base unit in which its amounts are counted. */
  readonly unit: bigint;
  /** The store's places, by number. */
  readonly places: readonly Position[];
  /** The store's accounts, by number; null for outputs that nobody can be named for. */
  readonly accounts: readonly (NodeId | null)[];
}

/** Numbers things from 0 on, each once. */
export class Numbers<T> {
  readonly all: T[] = [];
  readonly #numbers = new Map<T, number>();

  of(one: T): number {
    const known = this.#numbers.get(one);
    if (known !== undefined) return known;
    const number = this.all.length;
    this.#numbers.set(one, number);
    this.all.push(one);
    return number;
  }
}

/** What a payment keeps of the label that counted for its payee. */
export function payeeLabelOf(counting: GoverningLabel | null): PayeeLabel | null {
  if (counting === null) return null;
  const { category, entity, confidence } = counting.label;
  return { category, entity, confidence, beforeDesignation: counting.beforeDesignation };
}
