import type { Category, Residual } from '@assay/domain';
import type { Label } from '../labels/label.ts';
import { PATHS_PER_ROW, STRONG_CONFIDENCE } from '../method/numbers.ts';
import type { Absorber } from './absorber.ts';
import type { PathLink, SamplePath } from './sample-paths.ts';
import { CompensatedSum } from './sum.ts';

export type Layer = 'direct' | 'indirect';

/** Mass that reached an absorber through one record. */
export interface Absorption {
  readonly layer: Layer;
  readonly absorber: Absorber;
  /** All mass the record carried into it, share of the direction. */
  readonly share: number;
  /** What the best single path carried. */
  readonly best: number;
  /** Fewest changes of owner on any path that was followed. */
  readonly hops: number;
  readonly time: number;
  readonly link: PathLink | null;
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
  readonly paths: SamplePath[];
  minHops: number;
  firstTime: number;
  lastTime: number;
}

/** What a round found for one row; `W` is how it keeps a path. */
export type RowSums<W> = Omit<RowDraft, 'share' | 'strong' | 'beforeDesignation' | 'labels' | 'paths'> & {
  readonly share: Sum;
  readonly strong: Sum;
  readonly beforeDesignation: Sum;
  readonly labels: Iterable<Label>;
  readonly paths: readonly W[];
};

/** What one round adds up to, however it kept its sums. */
export interface RoundSums<W> {
  readonly rows: readonly RowSums<W>[];
  readonly residuals: Readonly<Record<Residual, Sum>>;
}

type Sum = Pick<CompensatedSum, 'value'>;

/** Adds up one round: rows by category, entity and layer, and what no category takes. */
export class RowCollector {
  readonly rows: RowDraft[] = [];
  readonly #byKey = new Map<string, RowDraft>();
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
    if (absorption.link !== null) keepBest(row.paths, { share, best: absorption.best, link: absorption.link });
  }

  #rowOf(label: Label, layer: Layer): RowDraft {
    const key = `${layer}\n${label.category}\n${label.entity}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const row: RowDraft = {
      category: label.category,
      entity: label.entity,
      layer,
      share: new CompensatedSum(),
      strong: new CompensatedSum(),
      beforeDesignation: new CompensatedSum(),
      labels: new Set(),
      paths: [],
      minHops: Number.POSITIVE_INFINITY,
      firstTime: Number.POSITIVE_INFINITY,
      lastTime: Number.NEGATIVE_INFINITY,
    };
    this.rows.push(row);
    this.#byKey.set(key, row);
    return row;
  }
}

/** Earlier paths stay ahead of equal later ones: the walk's own order decides, never a store's. */
function keepBest(paths: SamplePath[], path: SamplePath): void {
  let at = paths.length;
  while (at > 0) {
    const above = paths[at - 1];
    if (above === undefined || above.share > path.share || (above.share === path.share && above.best >= path.best))
      break;
    at -= 1;
  }
  if (at >= PATHS_PER_ROW) return;
  paths.splice(at, 0, path);
  if (paths.length > PATHS_PER_ROW) paths.pop();
}
