import { absorbingLabel } from '../labels/absorbing-label.ts';
import type { Label } from '../labels/label.ts';
import type { Direction } from '../records/record.ts';
import type { Absorber } from '../walk/absorber.ts';
import type { LabelClaim } from '../walk/store.ts';
import { labelsWithout } from '../walk/without-label.ts';
import { type ColumnLabels, FIRST_LABEL_SLOT, type WalkableLabels } from './column-labels.ts';

/** The labels of a column store, had nobody made a claim. Only sets of labels that a walk meets are looked at. */
export class LabelsWithoutClaim implements WalkableLabels {
  readonly #labels: ColumnLabels;
  readonly #claim: LabelClaim;
  /** What is left of a set, by its number; null where all is. */
  readonly #left = new Map<number, readonly Label[] | null>();

  constructor(labels: ColumnLabels, claim: LabelClaim) {
    this.#labels = labels;
    this.#claim = claim;
  }

  get slots(): Uint32Array {
    return this.#labels.slots;
  }

  get marks(): Uint32Array {
    return this.#labels.marks;
  }

  absorberOf(slot: number, time: number, direction: Direction): Absorber | null {
    const left = slot < FIRST_LABEL_SLOT ? null : this.#leftOf(slot);
    return left === null ? this.#labels.absorberOf(slot, time, direction) : absorbingLabel(left, time, direction);
  }

  #leftOf(slot: number): readonly Label[] | null {
    const known = this.#left.get(slot);
    if (known !== undefined) return known;
    const labels = this.#labels.labelsIn(slot);
    const kept = labelsWithout(labels, this.#claim);
    const left = kept.length === labels.length ? null : kept;
    this.#left.set(slot, left);
    return left;
  }
}
