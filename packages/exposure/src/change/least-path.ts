import type { Category, Stars } from '@assay/domain';
import type { Direction } from '../records/record.ts';
import type { AssessmentInput } from '../score/assessment.ts';
import type { EvidencePath, ExposureRow } from '../walk/exposure.ts';
import { withExplained } from './changed-shares.ts';
import { DIRECTIONS, SIDES, withSide } from './condensed.ts';
import type { NamedShare } from './least-share.ts';
import type { ChangeRules } from './rules.ts';

/** Of each direction, so many paths are asked, those that carry most: a result may have thousands of rows. */
export const ASKED_PATHS = 50;

/** The sample path that carries least, by amount, of those whose explanation is enough. */
export interface PathChange {
  readonly direction: Direction;
  readonly category: Category;
  readonly entity: string;
  /** Of the direction, 0..1. */
  readonly share: number;
  /** The path's transfer of the address itself. */
  readonly transactionId: string;
  readonly stars: Stars;
}

interface RowPath {
  readonly direction: Direction;
  readonly row: ExposureRow;
  readonly path: EvidencePath;
  /** Base units. */
  readonly amount: number;
}

/**
 * @param input with its paths
 * @param bare the same, condensed
 * @param falling the shares that move the stars: a path of another one does not
 */
export function leastPath(
  input: AssessmentInput,
  bare: AssessmentInput,
  { starsOf }: ChangeRules,
  now: Stars,
  falling: readonly NamedShare[],
): PathChange | null {
  const asked = DIRECTIONS.flatMap((direction) => {
    const shares = falling.filter((share) => share.direction === direction);
    return pathsOf(input, direction, shares)
      .sort((a, b) => b.path.share - a.path.share)
      .slice(0, ASKED_PATHS);
  }).sort((a, b) => a.amount - b.amount);
  for (const { direction, row, path } of asked) {
    const stars = starsOf(withSide(bare, withExplained(bare[SIDES[direction]], row, path.share)));
    if (stars > now) return { ...nameOf(direction, row, path), stars };
  }
  return null;
}

function pathsOf(input: AssessmentInput, direction: Direction, shares: readonly NamedShare[]): RowPath[] {
  const exposure = input[SIDES[direction]];
  return shares.flatMap(({ name }) => {
    const rows = exposure.rows.filter(({ category, layer }) => category === name.category && layer === name.layer);
    return rows.flatMap((row) =>
      row.paths.map((path) => ({ direction, row, path, amount: path.share * Number(exposure.amount) })),
    );
  });
}

function nameOf(direction: Direction, row: ExposureRow, path: EvidencePath): Omit<PathChange, 'stars'> {
  const { category, entity } = row;
  const own = direction === 'bwd' ? path.steps.at(-1) : path.steps[0];
  return { direction, category, entity, share: path.share, transactionId: own?.transactionId ?? '' };
}
