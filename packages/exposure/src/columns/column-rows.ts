import type { Category, Residual } from '@assay/domain';
import type { Label } from '../labels/label.ts';
import { PATHS_PER_ROW, STRONG_CONFIDENCE } from '../method/numbers.ts';
import type { Absorber } from '../walk/absorber.ts';
import type { Layer, RoundSums, RowSums } from '../walk/rows.ts';
import { CompensatedSum } from '../walk/sum.ts';
import type { ColumnScratch } from './column-scratch.ts';
import * as layout from './state-layout.ts';

/** A path by the record that absorbs and the state it came from; the states of a round are gone in the next. */
export interface ColumnPath {
  readonly share: number;
  readonly best: number;
  readonly record: number;
  /** The state and one, 0 for the subject. */
  readonly state: number;
  /** All of its records, the absorbing one first; null while the states of its round are there to name them. */
  records: readonly number[] | null;
  /** Where the indexes of its steps are in the scratch memory, and how many, once they are found. */
  first: number;
  length: number;
}

class ColumnRow implements RowSums<ColumnPath> {
  readonly category: Category;
  readonly entity: string;
  readonly layer: Layer;
  readonly share = new CompensatedSum();
  readonly strong = new CompensatedSum();
  readonly beforeDesignation = new CompensatedSum();
  /** Each once. */
  readonly labels: Label[];
  readonly paths: ColumnPath[] = [];
  minHops = Number.POSITIVE_INFINITY;
  firstTime = Number.POSITIVE_INFINITY;
  lastTime = Number.NEGATIVE_INFINITY;
  lastLabel: Label;
  /** The labels again, once they are too many to be looked through. */
  #known: Set<Label> | null = null;

  constructor(label: Label, layer: Layer) {
    this.category = label.category;
    this.entity = label.entity;
    this.layer = layer;
    this.labels = [label];
    this.lastLabel = label;
  }

  isOf({ category, entity }: Label): boolean {
    return this.category === category && this.entity === entity;
  }

  name(label: Label): void {
    if (this.lastLabel === label) return;
    this.lastLabel = label;
    if (this.#known === null && this.labels.length >= LOOKED_THROUGH) this.#known = new Set(this.labels);
    if (this.#known === null ? this.labels.includes(label) : this.#known.has(label)) return;
    this.labels.push(label);
    this.#known?.add(label);
  }
}

const LOOKED_THROUGH = 8;

/** Adds up one round on columns; an absorption makes no object unless its path is among the best three. */
export class ColumnRows implements RoundSums<ColumnPath> {
  readonly residuals: Readonly<Record<Residual, CompensatedSum>> = {
    unknown_origin: new CompensatedSum(),
    not_followed: new CompensatedSum(),
    still_held: new CompensatedSum(),
    fee: new CompensatedSum(),
  };
  readonly rows: ColumnRow[] = [];
  /** Null while the rows are few. */
  #index: RowIndex | null = null;
  readonly #evidence: boolean;

  constructor(evidence: boolean) {
    this.#evidence = evidence;
  }

  /** Adds what the next state would have carried on. */
  absorb(absorber: Exclude<Absorber, 'fee'>, time: number, scratch: ColumnScratch): void {
    const { label } = absorber;
    const { stateDoubles, stateWords, states } = scratch;
    const share = stateDoubles[states * layout.STATE_DOUBLES + layout.MASS] ?? 0;
    const hops = stateWords[states * layout.STATE_WORDS + layout.HOPS] ?? 0;
    const layer = hops === 1 ? 'direct' : 'indirect';
    const row = this.#find(label, layer) ?? this.#add(label, layer);
    row.share.add(share);
    if (absorber.beforeDesignation) row.beforeDesignation.add(share);
    else if (label.confidence >= STRONG_CONFIDENCE) row.strong.add(share);
    row.name(label);
    if (hops < row.minHops) row.minHops = hops;
    if (time < row.firstTime) row.firstTime = time;
    if (time > row.lastTime) row.lastTime = time;
    if (this.#evidence) keepBest(row.paths, scratch);
  }

  /** Names the records of all paths, before the states that do are gone. */
  keepRecords(scratch: ColumnScratch): void {
    for (const { paths } of this.rows) for (const path of paths) path.records = recordsOf(path, scratch);
  }

  #find(label: Label, layer: Layer): ColumnRow | undefined {
    if (this.#index !== null) return this.#index.find(label, layer);
    const { rows } = this;
    for (const row of rows) if (row.lastLabel === label && row.layer === layer) return row;
    for (const row of rows) if (row.layer === layer && row.isOf(label)) return row;
    return undefined;
  }

  #add(label: Label, layer: Layer): ColumnRow {
    const row = new ColumnRow(label, layer);
    this.rows.push(row);
    if (this.#index !== null) this.#index.add(row);
    else if (this.rows.length > FEW_ROWS) this.#index = new RowIndex(this.rows);
    return row;
  }
}

/** Up to so many rows are looked through, which takes less than maps do. */
const FEW_ROWS = 12;

/** Many rows by their labels, and by what makes one: category, entity and layer. */
class RowIndex {
  /** Rows of an entity: as many as it has categories and layers. */
  readonly #byEntity = new Map<string, ColumnRow[]>();
  readonly #byLabel: Readonly<Record<Layer, Map<Label, ColumnRow>>> = { direct: new Map(), indirect: new Map() };

  constructor(rows: readonly ColumnRow[]) {
    for (const row of rows) this.add(row);
  }

  add(row: ColumnRow): void {
    const known = this.#byEntity.get(row.entity);
    if (known === undefined) this.#byEntity.set(row.entity, [row]);
    else known.push(row);
  }

  find(label: Label, layer: Layer): ColumnRow | undefined {
    const byLabel = layer === 'direct' ? this.#byLabel.direct : this.#byLabel.indirect;
    const known = byLabel.get(label);
    if (known !== undefined) return known;
    const row = this.#byEntity.get(label.entity)?.find((one) => one.layer === layer && one.isOf(label));
    if (row !== undefined) byLabel.set(label, row);
    return row;
  }
}

/** All records of a path: the one it came over last, and those of the states before it. */
function recordsOf({ record, state, records }: ColumnPath, scratch: ColumnScratch): readonly number[] {
  if (records !== null) return records;
  const { stateWords: words } = scratch;
  const found = [record];
  for (let from = state; from !== 0; from = words[(from - 1) * layout.STATE_WORDS + layout.VIA_STATE] ?? 0) {
    found.push(words[(from - 1) * layout.STATE_WORDS + layout.VIA_RECORD] ?? 0);
  }
  return found;
}

/** The same order as on pages: earlier paths stay ahead of equal later ones. */
function keepBest(paths: ColumnPath[], { stateDoubles, stateWords, states }: ColumnScratch): void {
  const share = stateDoubles[states * layout.STATE_DOUBLES + layout.MASS] ?? 0;
  const best = stateDoubles[states * layout.STATE_DOUBLES + layout.BEST] ?? 0;
  let index = paths.length;
  while (index > 0) {
    const above = paths[index - 1];
    if (above === undefined || above.share > share || (above.share === share && above.best >= best)) break;
    index -= 1;
  }
  if (index >= PATHS_PER_ROW) return;
  const record = stateWords[states * layout.STATE_WORDS + layout.VIA_RECORD] ?? 0;
  const state = stateWords[states * layout.STATE_WORDS + layout.VIA_STATE] ?? 0;
  let path: ColumnPath = { share, best, record, state, records: null, first: 0, length: 0 };
  for (; index < paths.length; index += 1) {
    const next = paths[index] ?? path;
    paths[index] = path;
    path = next;
  }
  if (paths.length < PATHS_PER_ROW) paths.push(path);
}
