import { CATEGORIES } from '@assay/domain';
import { ColumnLabels, FIRST_LABEL_SLOT } from '../../columns/column-labels.ts';
import type { Label } from '../../labels/label.ts';
import type { GoverningLabel } from '../../labels/resolve-labels.ts';
import type { LabelClaim } from '../../walk/store.ts';
import { labelsWithout } from '../../walk/without-label.ts';
import { countingLabel } from '../walk/rows/counting-label.ts';

/** What a set of labels says to version 3; undefined where the time of the payment decides. */
interface CountingOfSet {
  readonly fixed: GoverningLabel | null | undefined;
}

/** What flows in columns know of owners, as version 3 reads it. Replaced as a whole when labels change. */
export class FlowLabels {
  readonly #labels: ColumnLabels;
  /** Which nobody is to have made; null for none. */
  readonly #claim: LabelClaim | null;
  /** By slot, once a walk met it: what is left of its labels without the claim, and what they say. */
  readonly #left: (readonly Label[] | undefined)[] = [];
  readonly #counting: (CountingOfSet | undefined)[] = [];

  private constructor(labels: ColumnLabels, claim: LabelClaim | null) {
    this.#labels = labels;
    this.#claim = claim;
  }

  /** Labels of nobody, for so many accounts. */
  static forAccounts(count: number): FlowLabels {
    return new FlowLabels(new ColumnLabels(count), null);
  }

  /** The same, had nobody made a claim. */
  without(claim: LabelClaim): FlowLabels {
    return new FlowLabels(this.#labels, claim);
  }

  get bytes(): number {
    return this.#labels.bytes;
  }

  labelsOf(account: number): readonly Label[] {
    return this.#labelsIn(this.#labels.slots[account] ?? 0);
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
    return known.fixed === undefined ? countingLabel(this.#labelsIn(slot), time) : known.fixed;
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
    const labels = this.#labelsIn(slot);
    const isTimed = labels.some(({ validFrom, validTo }) => validFrom !== null || validTo !== null);
    const counting = { fixed: isTimed ? undefined : countingLabel(labels, 0) };
    this.#counting[slot] = counting;
    return counting;
  }

  #labelsIn(slot: number): readonly Label[] {
    if (this.#claim === null) return this.#labels.labelsIn(slot);
    const left = this.#left[slot] ?? labelsWithout(this.#labels.labelsIn(slot), this.#claim);
    this.#left[slot] = left;
    return left;
  }
}
