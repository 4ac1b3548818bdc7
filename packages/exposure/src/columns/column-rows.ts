import type { Category, Residual } from '@assay/domain';
import type { Label } from '../labels/label.ts';
import { PATHS_PER_ROW, STRONG_CONFIDENCE } from '../method/numbers.ts';
import type { Absorber } from '../walk/absorber.ts';
import type { Layer, RoundSums, RowSums } from '../walk/rows.ts';
import { CompensatedSum } from '../walk/sum.ts';

/** A path by the record that absorbs and the state it came from; the states of a round are gone in the next. */
interface OpenPath {
  readonly share: number;
  readonly best: number;
  readonly record: number;
  readonly state: number;
  /** Filled in when the round is over. */
  records: readonly number[];
}

/** A path by its records, the absorbing one first. */
export type ColumnPath = Pick<OpenPath, 'share' | 'best'> & { readonly records: readonly number[] };

interface ColumnRow extends RowSums<ColumnPath> {
  readonly category: Category;
  readonly entity: string;
  readonly layer: Layer;
  readonly share: CompensatedSum;
  readonly strong: CompensatedSum;
  readonly beforeDesignation: CompensatedSum;
  readonly labels: Set<Label>;
  readonly paths: OpenPath[];
  lastLabel: Label | null;
  minHops: number;
  firstTime: number;
  lastTime: number;
}

/** Adds up one round on columns; an absorption makes no object unless its path is among the best three. */
export class ColumnRows {
  readonly residuals: Readonly<Record<Residual, CompensatedSum>> = {
    unknown_origin: new CompensatedSum(),
    not_followed: new CompensatedSum(),
    still_held: new CompensatedSum(),
    fee: new CompensatedSum(),
  };
  readonly #rows = new Map<string, ColumnRow>();
  readonly #direct = new Map<Label, ColumnRow>();
  readonly #indirect = new Map<Label, ColumnRow>();
  readonly #evidence: boolean;

  constructor(evidence: boolean) {
    this.#evidence = evidence;
  }

  absorb(
    absorber: Exclude<Absorber, 'fee'>,
    share: number,
    best: number,
    hops: number,
    time: number,
    record: number,
    state: number,
  ): void {
    const { label } = absorber;
    const row = (hops === 1 ? this.#direct : this.#indirect).get(label) ?? this.#rowOf(label, hops);
    row.share.add(share);
    if (absorber.beforeDesignation) row.beforeDesignation.add(share);
    else if (label.confidence >= STRONG_CONFIDENCE) row.strong.add(share);
    if (row.lastLabel !== label) {
      row.lastLabel = label;
      row.labels.add(label);
    }
    if (hops < row.minHops) row.minHops = hops;
    if (time < row.firstTime) row.firstTime = time;
    if (time > row.lastTime) row.lastTime = time;
    if (this.#evidence) keepBest(row.paths, share, best, record, state);
  }

  sums(recordsOf: (record: number, state: number) => readonly number[]): RoundSums<ColumnPath> {
    for (const { paths } of this.#rows.values()) {
      for (const path of paths) path.records = recordsOf(path.record, path.state);
    }
    return { rows: this.#rows, residuals: this.residuals };
  }

  #rowOf(label: Label, hops: number): ColumnRow {
    const layer: Layer = hops === 1 ? 'direct' : 'indirect';
    const key = `${layer}\n${label.category}\n${label.entity}`;
    let row = this.#rows.get(key);
    if (row === undefined) {
      row = {
        category: label.category,
        entity: label.entity,
        layer,
        share: new CompensatedSum(),
        strong: new CompensatedSum(),
        beforeDesignation: new CompensatedSum(),
        labels: new Set(),
        paths: [],
        lastLabel: null,
        minHops: Number.POSITIVE_INFINITY,
        firstTime: Number.POSITIVE_INFINITY,
        lastTime: Number.NEGATIVE_INFINITY,
      };
      this.#rows.set(key, row);
    }
    (hops === 1 ? this.#direct : this.#indirect).set(label, row);
    return row;
  }
}

/** The same order as on pages: earlier paths stay ahead of equal later ones. */
function keepBest(paths: OpenPath[], share: number, best: number, record: number, state: number): void {
  const last = paths.length < PATHS_PER_ROW ? undefined : paths[PATHS_PER_ROW - 1];
  if (last !== undefined && (last.share > share || (last.share === share && last.best >= best))) return;
  let at = paths.length;
  while (at > 0) {
    const above = paths[at - 1];
    if (above === undefined || above.share > share || (above.share === share && above.best >= best)) break;
    at -= 1;
  }
  paths.splice(at, 0, { share, best, record, state, records: [] });
  if (paths.length > PATHS_PER_ROW) paths.pop();
}
