import { linked, type PathLink, type Step } from './path-link.ts';

/**
 * What a passage does to what comes from behind it (docs/method/3, sections 5.1 and 13): nothing; all that is not of tier
 * S, A, B or R becomes `exchanged`; or all that is not of tier S, A or B becomes R.
 */
export type Effect = 'none' | 'exchanged' | 'only_bad_counts';

/** A part of the mass of a state that moves on. */
export interface Passage {
  /** Part of the mass, 0..1. */
  readonly factor: number;
  readonly effect: Effect;
  /** Whether what is found behind it has one owner more. */
  readonly addsOwner: boolean;
  /** For evidence; null where the mass stays with its account, and where no evidence is kept. */
  readonly step: Step | null;
}

/** Entries of masses by owners: 0 and 1 both mean one owner, 6 means six or more. */
export const OWNER_ENTRIES = 7;

/**
 * Mass by the number of owners that a label has which is found next. Entry 0 is of a walk that is seen from the payer:
 * its label has one owner, and so has what it was paid by.
 */
export class Lane {
  readonly masses: number[] = noMass();
  /** What the best single path carries, and that path, by owners. */
  readonly bests: number[] = noMass();
  readonly links: (PathLink | null)[] = [null, null, null, null, null, null, null];

  add(owners: number, mass: number, best: number, link: PathLink | null): void {
    this.masses[owners] = (this.masses[owners] ?? 0) + mass;
    if (best <= (this.bests[owners] ?? 0)) return;
    this.bests[owners] = best;
    this.links[owners] = link;
  }
}

/**
 * The mass of a state. All of the walk is linear in it, so what the rows need is carried as sums: by owners where nothing
 * was exchanged; behind an exchange of assets by owners, and again by those at the exchange that is nearest to the start;
 * and by owners where only tiers S, A and B count. An exchange further back changes nothing.
 */
export class Masses {
  #plain: Lane | null = null;
  #exchanged: Lane | null = null;
  #atExchange: number[] | null = null;
  #onlyBad: Lane | null = null;
  #total = 0;

  /** @param owners Entry of all the mass. */
  static of(mass: number, owners: 0 | 1): Masses {
    const masses = new Masses();
    masses.#plain = new Lane();
    masses.#plain.add(owners, mass, mass, null);
    masses.#total = mass;
    return masses;
  }

  get total(): number {
    return this.#total;
  }

  /** Mass that no exchange and no unread transaction is before. */
  get plain(): Lane | null {
    return this.#plain;
  }

  get exchanged(): Lane | null {
    return this.#exchanged;
  }

  /** The mass of `exchanged` by owners at the exchange; same sum. */
  get atExchange(): readonly number[] | null {
    return this.#atExchange;
  }

  get onlyBad(): Lane | null {
    return this.#onlyBad;
  }

  add(other: Masses): void {
    this.#total += other.#total;
    this.#plain = mergedLane(this.#plain, other.#plain);
    this.#exchanged = mergedLane(this.#exchanged, other.#exchanged);
    this.#atExchange = mergedMasses(this.#atExchange, other.#atExchange);
    this.#onlyBad = mergedLane(this.#onlyBad, other.#onlyBad);
  }

  /** What a passage takes along. */
  through(passage: Passage): Masses {
    const { factor, effect } = passage;
    const moved = new Masses();
    moved.#total = this.#total * factor;
    const plain = this.#plain === null ? null : passed(this.#plain, passage, effect === 'exchanged');
    const exchanged = this.#exchanged === null ? null : passed(this.#exchanged, passage, false);
    const atExchange = this.#atExchange === null ? null : scaled(this.#atExchange, factor);
    moved.#onlyBad = this.#onlyBad === null ? null : passed(this.#onlyBad, passage, false);
    switch (effect) {
      case 'none':
        moved.#plain = plain;
        moved.#exchanged = exchanged;
        moved.#atExchange = atExchange;
        break;
      case 'exchanged':
        moved.#exchanged = mergedLane(plain, exchanged);
        moved.#atExchange = mergedMasses(this.#plain === null ? null : scaled(this.#plain.masses, factor), atExchange);
        break;
      case 'only_bad_counts':
        moved.#onlyBad = mergedLane(mergedLane(plain, exchanged), moved.#onlyBad);
        break;
    }
    return moved;
  }
}

function passed(lane: Lane, { factor, addsOwner, step }: Passage, isExchange: boolean): Lane {
  const moved = new Lane();
  for (const [owners, mass] of lane.masses.entries()) {
    if (!(mass > 0)) continue;
    const before = lane.links[owners] ?? null;
    const link = step === null ? before : linked(step, before, isExchange ? owners : null);
    const next = addsOwner ? Math.min(owners + 1, OWNER_ENTRIES - 1) : owners;
    moved.add(next, mass * factor, (lane.bests[owners] ?? 0) * factor, link);
  }
  return moved;
}

/** Both together, in the first where it is there. */
function mergedLane(into: Lane | null, lane: Lane | null): Lane | null {
  if (lane === null) return into;
  const merged = into ?? new Lane();
  for (const [owners, mass] of lane.masses.entries()) {
    if (mass > 0) merged.add(owners, mass, lane.bests[owners] ?? 0, lane.links[owners] ?? null);
  }
  return merged;
}

function mergedMasses(into: number[] | null, masses: readonly number[] | null): number[] | null {
  if (masses === null) return into;
  return masses.map((mass, owners) => mass + (into?.[owners] ?? 0));
}

/** A list of its own for each state: as a literal it takes a tenth of what making it entry by entry does. */
const noMass = (): number[] => [0, 0, 0, 0, 0, 0, 0];

const scaled = (masses: readonly number[], factor: number): number[] => masses.map((mass) => mass * factor);
