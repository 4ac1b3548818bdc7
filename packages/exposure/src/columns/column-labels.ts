import { absorbingLabel } from '../labels/absorbing-label.ts';
import type { Label } from '../labels/label.ts';
import type { Direction, NodeId } from '../records/record.ts';
import { type Absorber, ISSUER_ABSORBER } from '../walk/absorber.ts';

/** Kinds of accounts that absorb whatever is known of them. */
const FEE_SLOT = 1;
const ISSUER_SLOT = 2;
/** Numbers from here on are sets of labels. */
export const FIRST_LABEL_SLOT = 3;

/** What a walk asks of labels. */
export type WalkableLabels = Pick<ColumnLabels, 'slots' | 'marks' | 'absorberOf'>;

/** One set of labels some accounts carry, and what it decides where time plays no part. */
interface LabelSlot {
  readonly labels: readonly Label[];
  /** By direction of the walk; undefined where the time of the transfer decides. */
  readonly fixed: Readonly<Record<Direction, Absorber | null>> | undefined;
}

/** What a column store knows of owners: a number for each labelled account. Replaced as a whole when labels change. */
export class ColumnLabels {
  /** By account; beyond its end nothing is labelled. */
  slots: Uint32Array;
  /** One bit an account, set where it has a slot: few enough words to stay in the processor's cache, which slots do not. */
  marks: Uint32Array;
  readonly #sets: LabelSlot[] = [
    NO_LABELS,
    NO_LABELS,
    { labels: [], fixed: { bwd: ISSUER_ABSORBER, fwd: ISSUER_ABSORBER } },
  ];
  readonly #bySet = new Map<readonly Label[], number>();

  constructor(accounts: number) {
    this.slots = new Uint32Array(new SharedArrayBuffer(4 * Math.max(1024, accounts)));
    this.marks = new Uint32Array(1 + (this.slots.length >>> 5));
  }

  get bytes(): number {
    return this.slots.byteLength + this.marks.byteLength + this.#sets.length * 400;
  }

  /** Labels of an account, given and derived. */
  labelsOf(node: NodeId): readonly Label[] {
    return this.labelsIn(this.slots[node] ?? 0);
  }

  /** Labels of the accounts with this slot. */
  labelsIn(slot: number): readonly Label[] {
    return this.#sets[slot]?.labels ?? [];
  }

  /** Whether anything at all is known of the account's owner. */
  isLabelled(node: NodeId): boolean {
    return (this.slots[node] ?? 0) !== 0;
  }

  /** What absorbs at accounts with this slot, for a transfer at `time`, in a direction of the walk. */
  absorberOf(slot: number, time: number, direction: Direction): Absorber | null {
    if (slot === FEE_SLOT) return 'fee';
    const set = this.#sets[slot];
    if (set === undefined) return null;
    return set.fixed === undefined ? absorbingLabel(set.labels, time, direction) : set.fixed[direction];
  }

  set(node: NodeId, labels: readonly Label[]): void {
    if (labels.length > 0) this.#setSlot(node, this.slotOf(labels));
  }

  setRole(node: NodeId, role: 'fee' | 'issuer'): void {
    this.#setSlot(node, role === 'fee' ? FEE_SLOT : ISSUER_SLOT);
  }

  #setSlot(node: NodeId, slot: number): void {
    if (node >= this.slots.length) {
      const slots = new Uint32Array(new SharedArrayBuffer(4 * Math.max(node + 1, 2 * this.slots.length)));
      slots.set(this.slots);
      this.slots = slots;
      const marks = new Uint32Array(1 + (slots.length >>> 5));
      marks.set(this.marks);
      this.marks = marks;
    }
    this.slots[node] = slot;
    this.marks[node >>> 5] = (this.marks[node >>> 5] ?? 0) | (1 << (node & 31));
  }

  /** The slot of a set of labels; one array has one slot. */
  slotOf(labels: readonly Label[]): number {
    const known = this.#bySet.get(labels);
    if (known !== undefined) return known;
    const isTimed = labels.some(({ validFrom, validTo }) => validFrom !== null || validTo !== null);
    const slot = Math.max(FIRST_LABEL_SLOT, this.#sets.length);
    const fixed = { bwd: absorbingLabel(labels, null, 'bwd'), fwd: absorbingLabel(labels, null, 'fwd') };
    this.#sets.push({ labels, fixed: isTimed ? undefined : fixed });
    this.#bySet.set(labels, slot);
    return slot;
  }
}

const NO_LABELS: LabelSlot = { labels: [], fixed: { bwd: null, fwd: null } };
