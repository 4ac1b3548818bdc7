import { absorbsByItsLabel, ColumnLabels, FEE_SLOT, ISSUER_SLOT, type Label } from '@assay/exposure';

/** What the pass needs to know of an account; most accounts are like all others, and nothing is stored of them. */
export interface AccountFacts {
  /** Of its labels, 0 for none. */
  readonly slot: number;
  /** It absorbs by a label of its own, which is off where it is the subject. */
  readonly absorbs: boolean;
  readonly isOpeningUnread: boolean;
}

/** Gives each different set of labels one slot: there are few sets, however many accounts have labels. */
export class LabelSlots {
  readonly labels = new ColumnLabels(0);
  readonly #sets: (readonly Label[])[] = [];
  readonly #slots = new Map<string, number>();

  /** @param sets what `sets` gave, in this order */
  constructor(sets: readonly (readonly Label[])[] = []) {
    for (const set of sets) this.#slotOf(set);
  }

  /** Every set so far, in the order of slots. */
  get sets(): readonly (readonly Label[])[] {
    return this.#sets;
  }

  factsOf(role: string, labels: readonly Label[], isOpeningUnread: boolean): AccountFacts {
    if (role === 'fee') return { slot: FEE_SLOT, absorbs: false, isOpeningUnread };
    if (role === 'issuer') return { slot: ISSUER_SLOT, absorbs: false, isOpeningUnread };
    if (labels.length === 0) return { slot: 0, absorbs: false, isOpeningUnread };
    return { slot: this.#slotOf(labels), absorbs: absorbsByItsLabel({ role: 'account', labels }), isOpeningUnread };
  }

  #slotOf(labels: readonly Label[]): number {
    const key = JSON.stringify(labels);
    const known = this.#slots.get(key);
    if (known !== undefined) return known;
    const slot = this.labels.slotOf(labels);
    this.#sets.push(labels);
    this.#slots.set(key, slot);
    return slot;
  }
}

/** Facts in one word of a file. */
export function packFacts({ slot, absorbs, isOpeningUnread }: AccountFacts): number {
  return slot * 4 + (absorbs ? 2 : 0) + (isOpeningUnread ? 1 : 0);
}

export function unpackFacts(packed: number): AccountFacts {
  return { slot: packed >>> 2, absorbs: (packed & 2) !== 0, isOpeningUnread: (packed & 1) !== 0 };
}
