import type { Category, Residual } from '@assay/domain';
import type { Label } from '../label.ts';
import { STRONG_CONFIDENCE } from '../resolve-labels.ts';
import type { Absorber } from '../walk-absorber.ts';
import type { Layer, RoundSums, RowReading } from '../walk-rows.ts';
import { CompensatedSum } from '../walk-sum.ts';

const WAYS_PER_ROW = 3;

/** A way by the record that absorbs and the state it came from; the states of a round are gone in the next. */
interface OpenWay {
  readonly share: number;
  readonly best: number;
  readonly record: number;
  readonly state: number;
  /** Filled in when the round is over. */
  records: readonly number[];
}

/** A way by its records, the absorbing one first. */
export type ColumnWay = Pick<OpenWay, 'share' | 'best'> & { readonly records: readonly number[] };

interface ColumnRow extends RowReading<ColumnWay> {
  readonly category: Category;
  readonly entity: string;
  readonly layer: Layer;
  readonly share: CompensatedSum;
  readonly strong: CompensatedSum;
  readonly beforeDesignation: CompensatedSum;
  readonly labels: Set<Label>;
  readonly ways: OpenWay[];
  lastLabel: Label | null;
  minHops: number;
  firstTime: number;
  lastTime: number;
}

/** Adds up one round on columns; an absorption makes no object unless its way is among the best three. */
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
    if (this.#evidence) keepBest(row.ways, share, best, record, state);
  }

  sums(recordsOf: (record: number, state: number) => readonly number[]): RoundSums<ColumnWay> {
    for (const { ways } of this.#rows.values()) {
      for (const way of ways) way.records = recordsOf(way.record, way.state);
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
        ways: [],
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

/** The same order as on pages: earlier ways stay ahead of equal later ones. */
function keepBest(ways: OpenWay[], share: number, best: number, record: number, state: number): void {
  const last = ways.length < WAYS_PER_ROW ? undefined : ways[WAYS_PER_ROW - 1];
  if (last !== undefined && (last.share > share || (last.share === share && last.best >= best))) return;
  let at = ways.length;
  while (at > 0) {
    const above = ways[at - 1];
    if (above === undefined || above.share > share || (above.share === share && above.best >= best)) break;
    at -= 1;
  }
  ways.splice(at, 0, { share, best, record, state, records: [] });
  if (ways.length > WAYS_PER_ROW) ways.pop();
}
