import type { Category, Residual } from '@assay/domain';
import type { Label } from './label.ts';
import { STRONG_CONFIDENCE } from './resolve-labels.ts';
import type { Absorber } from './walk-absorber.ts';
import { CompensatedSum } from './walk-sum.ts';
import type { Trail, Way } from './walk-trail.ts';

export type Layer = 'direct' | 'indirect';

/** Mass that reached an absorber through one record. */
export interface Absorption {
  readonly layer: Layer;
  readonly absorber: Absorber;
  /** All mass the record carried into it, share of the direction. */
  readonly share: number;
  /** What the best single way carried. */
  readonly best: number;
  /** Fewest changes of owner on any way that was followed. */
  readonly hops: number;
  readonly time: number;
  readonly trail: Trail | null;
}

export interface RowDraft {
  readonly category: Category;
  readonly entity: string;
  readonly layer: Layer;
  readonly share: CompensatedSum;
  readonly strong: CompensatedSum;
  readonly beforeDesignation: CompensatedSum;
  readonly labels: Set<Label>;
  /** At most three, by the mass of their absorbing record, largest first. */
  readonly ways: Way[];
  minHops: number;
  firstTime: number;
  lastTime: number;
}

/** What a round found for one row; `W` is how it keeps a way. */
export type RowReading<W> = Omit<RowDraft, 'share' | 'strong' | 'beforeDesignation' | 'labels' | 'ways'> & {
  readonly share: Sum;
  readonly strong: Sum;
  readonly beforeDesignation: Sum;
  readonly labels: ReadonlySet<Label>;
  readonly ways: readonly W[];
};

/** What one round adds up to, whichever way it kept its sums. */
export interface RoundSums<W> {
  readonly rows: ReadonlyMap<string, RowReading<W>>;
  readonly residuals: Readonly<Record<Residual, Sum>>;
}

type Sum = Pick<CompensatedSum, 'value'>;

const WAYS_PER_ROW = 3;

/** Adds up one round: rows by category, entity and layer, and what no category takes. */
export class RowCollector {
  readonly rows = new Map<string, RowDraft>();
  readonly residuals: Readonly<Record<Residual, CompensatedSum>> = {
    unknown_origin: new CompensatedSum(),
    not_followed: new CompensatedSum(),
    still_held: new CompensatedSum(),
    fee: new CompensatedSum(),
  };

  leave(residual: Residual, share: number): void {
    this.residuals[residual].add(share);
  }

  absorb(absorption: Absorption): void {
    const { absorber, share, time } = absorption;
    if (absorber === 'fee') {
      this.leave('fee', share);
      return;
    }
    const row = this.#rowOf(absorber.label, absorption.layer);
    row.share.add(share);
    if (absorber.beforeDesignation) row.beforeDesignation.add(share);
    else if (absorber.label.confidence >= STRONG_CONFIDENCE) row.strong.add(share);
    row.labels.add(absorber.label);
    row.minHops = Math.min(row.minHops, absorption.hops);
    row.firstTime = Math.min(row.firstTime, time);
    row.lastTime = Math.max(row.lastTime, time);
    if (absorption.trail !== null) keepBest(row.ways, { share, best: absorption.best, trail: absorption.trail });
  }

  #rowOf(label: Label, layer: Layer): RowDraft {
    const key = `${layer}\n${label.category}\n${label.entity}`;
    const known = this.rows.get(key);
    if (known !== undefined) return known;
    const row: RowDraft = {
      category: label.category,
      entity: label.entity,
      layer,
      share: new CompensatedSum(),
      strong: new CompensatedSum(),
      beforeDesignation: new CompensatedSum(),
      labels: new Set(),
      ways: [],
      minHops: Number.POSITIVE_INFINITY,
      firstTime: Number.POSITIVE_INFINITY,
      lastTime: Number.NEGATIVE_INFINITY,
    };
    this.rows.set(key, row);
    return row;
  }
}

/** Earlier ways stay ahead of equal later ones: the walk's own order decides, never a store's. */
function keepBest(ways: Way[], way: Way): void {
  let at = ways.length;
  while (at > 0) {
    const above = ways[at - 1];
    if (above === undefined || above.share > way.share || (above.share === way.share && above.best >= way.best)) break;
    at -= 1;
  }
  if (at >= WAYS_PER_ROW) return;
  ways.splice(at, 0, way);
  if (ways.length > WAYS_PER_ROW) ways.pop();
}
