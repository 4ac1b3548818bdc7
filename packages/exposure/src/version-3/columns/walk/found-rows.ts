import type { Label } from '../../../labels/label.ts';
import type { GoverningLabel } from '../../../labels/resolve-labels.ts';
import { PATHS_PER_ROW } from '../../../method/numbers.ts';
import { CompensatedSum } from '../../../walk/sum.ts';
import { EXCHANGED, type IsOnReviewedList, type Owners, type ShareSource } from '../../mixture.ts';
import { isBad } from '../../rating/floors/risk-row.ts';
import type { RowPath, RowSums } from '../../walk/rows/collector.ts';
import { isExplained } from '../../walk/rows/counting-label.ts';
import { keepIfStrong } from '../../walk/rows/walked-mixture.ts';

/** A path by its last link. */
export interface LinkedPath {
  readonly best: number;
  readonly path: number;
}

/** A row as it is added up; its paths are links by number. */
export interface FoundRow extends Omit<RowSums<number>, 'labels'> {
  /** The strongest ones, in their order. */
  readonly labels: Label[];
  lastLabel: Label | null;
}

/** The rows of one source, by entries of masses; 0 and 1 both mean one owner. */
export class RowsOfSource {
  readonly source: ShareSource;
  readonly isBad: boolean;
  readonly #rows: (FoundRow | undefined)[] = [undefined, undefined, undefined, undefined, undefined, undefined];
  /** Rows of all sources. */
  readonly #all: FoundRow[];

  constructor(source: ShareSource, all: FoundRow[]) {
    this.source = source;
    this.#all = all;
    this.isBad = isBad(source);
  }

  at(entry: number): FoundRow {
    const owners = OWNERS[entry] ?? 6;
    const known = this.#rows[owners - 1];
    if (known !== undefined) return known;
    const row: FoundRow = {
      source: this.source,
      owners,
      share: new CompensatedSum(),
      labels: [],
      paths: [],
      firstTime: Number.POSITIVE_INFINITY,
      lastTime: Number.NEGATIVE_INFINITY,
      lastLabel: null,
    };
    this.#rows[owners - 1] = row;
    this.#all.push(row);
    return row;
  }
}

const OWNERS: readonly Owners[] = [1, 1, 2, 3, 4, 5, 6];

/** Adds up the mixture of one round on columns, as `MixtureCollector` does. */
export class FoundRows {
  readonly unknownOrigin = new CompensatedSum();
  readonly notFollowed = new CompensatedSum();
  readonly #rows: FoundRow[] = [];
  readonly exchanged = new RowsOfSource(EXCHANGED, this.#rows);
  /** By entity: as many as it has categories, confidences and marks. */
  readonly #byEntity = new Map<string, RowsOfSource[]>();
  /** By label, for each mark 'before designation' and whether it explains. */
  readonly #byLabel: readonly Map<Label, RowsOfSource>[] = [new Map(), new Map(), new Map(), new Map()];
  readonly #isOnReviewedList: IsOnReviewedList;

  constructor(isOnReviewedList: IsOnReviewedList) {
    this.#isOnReviewedList = isOnReviewedList;
    this.#byEntity.set(EXCHANGED.entity, [this.exchanged]);
  }

  /** All rows that came to be, in no order that matters. */
  rows(): readonly FoundRow[] {
    return this.#rows;
  }

  /** The rows of what a label ends at a time (Unix seconds). */
  ofLabel({ label, beforeDesignation }: GoverningLabel, time: number): RowsOfSource {
    const explained = isExplained(label, time, this.#isOnReviewedList);
    const byLabel = this.#byLabel[(beforeDesignation ? 2 : 0) + (explained ? 1 : 0)];
    const known = byLabel?.get(label);
    if (known !== undefined) return known;
    const { category, entity, confidence } = label;
    const rows = this.ofSource({ category, entity, confidence, beforeDesignation, explained });
    byLabel?.set(label, rows);
    return rows;
  }

  ofSource(source: ShareSource): RowsOfSource {
    const all = this.#byEntity.get(source.entity);
    const known = all?.find((rows) => isSame(rows.source, source));
    if (known !== undefined) return known;
    const rows = new RowsOfSource(source, this.#rows);
    if (all === undefined) this.#byEntity.set(source.entity, [rows]);
    else all.push(rows);
    return rows;
  }
}

/** Of one entity. */
const isSame = (a: ShareSource, b: ShareSource): boolean =>
  a.category === b.category &&
  a.confidence === b.confidence &&
  a.beforeDesignation === b.beforeDesignation &&
  a.explained === b.explained;

export function nameLabel(row: FoundRow, label: Label): void {
  if (row.lastLabel === label) return;
  row.lastLabel = label;
  keepIfStrong(row.labels, label);
}

export function extendTimes(row: FoundRow, time: number): void {
  if (time < row.firstTime) row.firstTime = time;
  if (time > row.lastTime) row.lastTime = time;
}

/** Whether a path that no row has yet would be among the best of a row. */
export function isAmongBest({ paths }: FoundRow, best: number, share: number): boolean {
  const last = paths[PATHS_PER_ROW - 1];
  return last === undefined || comesAfter(last, best, share);
}

const comesAfter = (path: RowPath<number>, best: number, share: number): boolean =>
  path.share < share || (path.share === share && path.best < best);

/** Keeps a path that no row has yet: earlier ones stay ahead of equal later ones. */
export function keepPath({ paths }: FoundRow, path: RowPath<number>): void {
  let index = 0;
  for (; index < paths.length; index += 1) {
    const there = paths[index];
    if (there !== undefined && comesAfter(there, path.best, path.share)) break;
  }
  paths.splice(index, 0, path);
  if (paths.length > PATHS_PER_ROW) paths.pop();
}

/** Keeps a path that the row may have already: what comes by it again counts there. */
export function keepOrJoinPath(row: FoundRow, added: RowPath<number>): void {
  const { paths } = row;
  const same = paths.findIndex(({ path }) => path === added.path);
  const before = same < 0 ? undefined : paths.splice(same, 1)[0];
  keepPath(
    row,
    before === undefined
      ? added
      : { ...added, best: Math.max(before.best, added.best), share: before.share + added.share },
  );
}
