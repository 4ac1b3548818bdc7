import { CATEGORIES } from '@assay/domain';
import { ColumnLabels, FIRST_LABEL_SLOT } from '../../columns/column-labels.ts';
import type { Label } from '../../labels/label.ts';
import type { GoverningLabel } from '../../labels/resolve-labels.ts';
import { countingLabel } from '../walk/rows/counting-label.ts';

/** What a set of labels says to version 3; undefined where the time of the payment decides. */
interface CountingOfSet {
  readonly fixed: GoverningLabel | null | undefined;
}

/** What flows in columns know of owners, as version 3 reads it. Replaced as a whole when labels change. */
export class FlowLabels {
  readonly #labels: ColumnLabels;
  /** By slot, once a walk met it. */
  readonly #counting: (CountingOfSet | undefined)[] = [];

  constructor(accounts: number) {
    this.#labels = new ColumnLabels(accounts);
  }

  get bytes(): number {
    return this.#labels.bytes;
  }

  labelsOf(account: number): readonly Label[] {
    return this.#labels.labelsOf(account);
  }

  /** Whether anything at all is known of the account's owner: cheap enough for every step. */
  isMarked(account: number): boolean {
    return ((this.#labels.marks[account >>> 5] ?? 0) & (1 << (account & 31))) !== 0;
  }

  /**
   * The label that counts for an account at a time; null for the fee sink, and where none does.
   *
   * @param time Unix seconds.
   */
  countingAt(account: number, time: number): GoverningLabel | null {
    const slot = this.#labels.slots[account] ?? 0;
    if (slot < FIRST_LABEL_SLOT) {
      const absorber = this.#labels.absorberOf(slot, time, 'bwd');
      return absorber === 'fee' ? null : absorber;
    }
    const known = this.#counting[slot] ?? this.#countingOf(slot);
    return known.fixed === undefined ? countingLabel(this.#labels.labelsIn(slot), time) : known.fixed;
  }

  /** Whether the label that counts for an account is of tier S or A. */
  isSevereAt(account: number, time: number): boolean {
    if (!this.isMarked(account)) return false;
    const counting = this.countingAt(account, time);
    if (counting === null) return false;
    const { tier } = CATEGORIES[counting.label.category];
    return tier === 'S' || tier === 'A';
  }

  set(account: number, labels: readonly Label[]): void {
    this.#labels.set(account, labels);
  }

  setRole(account: number, role: 'fee' | 'issuer'): void {
    this.#labels.setRole(account, role);
  }

  #countingOf(slot: number): CountingOfSet {
    const labels = this.#labels.labelsIn(slot);
    const isTimed = labels.some(({ validFrom, validTo }) => validFrom !== null || validTo !== null);
    const counting = { fixed: isTimed ? undefined : countingLabel(labels, 0) };
    this.#counting[slot] = counting;
    return counting;
  }
}
