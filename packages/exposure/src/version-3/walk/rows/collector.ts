import type { Label } from '../../../labels/label.ts';
import { PATHS_PER_ROW } from '../../../method/numbers.ts';
import { CompensatedSum } from '../../../walk/sum.ts';
import type { Owners, ShareSource } from '../../mixture.ts';

/** A path that carried mass to where it ended; `P` is how a walk keeps one. */
export interface KeptPath<P> {
  /** What the single path carried. */
  readonly best: number;
  readonly path: P;
}

/** Mass that came to the end of a walk at one place. */
export interface Arrival<P> {
  readonly source: ShareSource;
  /** Entry n is the mass at n owners; entry 0 counts as one owner, and entries beyond six as six. */
  readonly masses: readonly number[];
  /** The best path by owners, as `masses`; none where no evidence is kept. */
  readonly paths?: readonly (KeptPath<P> | null)[];
  /** Of the label that ended it, null where it was none. */
  readonly label: Label | null;
  /** Unix seconds of the payment by its account; null where it says nothing. */
  readonly time: number | null;
}

/** One row of a mixture as a walk adds it up. */
export interface RowSums<P> {
  readonly source: ShareSource;
  readonly owners: Owners;
  readonly share: CompensatedSum;
  readonly labels: Set<Label>;
  /** At most three, by the mass that came to their end, largest first. */
  readonly paths: RowPath<P>[];
  firstTime: number;
  lastTime: number;
}

export interface RowPath<P> extends KeptPath<P> {
  /** All mass of the row that ended with the path. */
  readonly share: number;
}

/**
 * Adds up the mixture of a walk, on account networks and on coin networks alike: a row for each source and number of
 * owners, unknown origin, and R.
 */
export class MixtureCollector<P> {
  readonly unknownOrigin = new CompensatedSum();
  readonly notFollowed = new CompensatedSum();
  readonly #rows = new Map<string, Map<Owners, RowSums<P>>>();

  /** All rows that came to be, in no order that matters. */
  *rows(): Iterable<RowSums<P>> {
    for (const byOwners of this.#rows.values()) yield* byOwners.values();
  }

  add({ source, masses, paths, label, time }: Arrival<P>): void {
    const byOwners = this.#byOwners(source);
    for (const [entry, mass] of masses.entries()) {
      if (!(mass > 0)) continue;
      const row = rowOf(byOwners, source, ownersOf(entry));
      row.share.add(mass);
      if (label !== null) row.labels.add(label);
      if (time !== null) extend(row, time);
      const kept = paths?.[entry] ?? null;
      if (kept !== null) keepBest(row.paths, { ...kept, share: mass });
    }
  }

  /** Notes when something happened that may make a row, at owners as `masses` has them. */
  note(source: ShareSource, masses: readonly number[], time: number): void {
    const byOwners = this.#byOwners(source);
    for (const [entry, mass] of masses.entries()) {
      if (mass > 0) extend(rowOf(byOwners, source, ownersOf(entry)), time);
    }
  }

  #byOwners(source: ShareSource): Map<Owners, RowSums<P>> {
    const { category, entity, confidence, beforeDesignation, explained } = source;
    const key = `${category}\n${confidence}\n${beforeDesignation}\n${explained}\n${entity}`;
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const byOwners = new Map<Owners, RowSums<P>>();
    this.#rows.set(key, byOwners);
    return byOwners;
  }
}

function rowOf<P>(byOwners: Map<Owners, RowSums<P>>, source: ShareSource, owners: Owners): RowSums<P> {
  const known = byOwners.get(owners);
  if (known !== undefined) return known;
  const row: RowSums<P> = {
    source,
    owners,
    share: new CompensatedSum(),
    labels: new Set(),
    paths: [],
    firstTime: Number.POSITIVE_INFINITY,
    lastTime: Number.NEGATIVE_INFINITY,
  };
  byOwners.set(owners, row);
  return row;
}

const OWNERS = [1, 1, 2, 3, 4, 5] as const;

const ownersOf = (entry: number): Owners => OWNERS[entry] ?? 6;

function extend<P>(row: RowSums<P>, time: number): void {
  row.firstTime = Math.min(row.firstTime, time);
  row.lastTime = Math.max(row.lastTime, time);
}

/**
 * Earlier paths stay ahead of equal later ones: the walk's own order decides, never a store's. What comes to the end of a
 * path that is there already, as behind one exchange, counts there.
 */
function keepBest<P>(paths: RowPath<P>[], added: RowPath<P>): void {
  const same = paths.findIndex(({ path }) => path === added.path);
  const before = same < 0 ? undefined : paths.splice(same, 1)[0];
  const path =
    before === undefined
      ? added
      : { ...added, best: Math.max(before.best, added.best), share: before.share + added.share };
  const at = paths.findIndex(({ best, share }) => share < path.share || (share === path.share && best < path.best));
  paths.splice(at < 0 ? paths.length : at, 0, path);
  if (paths.length > PATHS_PER_ROW) paths.pop();
}
