import type { Category } from '@assay/domain';
import { compareText } from '../../records/compare-text.ts';
import type { EvidencePath } from '../../walk/exposure.ts';
import type { EvidenceRow, MixtureFound } from '../assess/assessment-of-3.ts';
import { BOUND_TOLERANCE } from '../rating/bounds/bounds.ts';
import { keyOfRow, shareOf } from '../rating/floors/risk-row.ts';
import type { StarsGiven } from '../rating/floors/total.ts';
import type { MixtureName } from '../rating/mixtures/rate-mixture.ts';
import type { Rating } from '../rating/rating.ts';
import type { Changeable } from './changeable.ts';
import { isMore, starsOf } from './more-stars.ts';
import { areAlike } from './search.ts';
import { isNear, layerOf, withPart } from './shares.ts';

/** The sample path that carries least of those whose explanation is enough (docs/method/3, section 15). */
export interface PathChange {
  /** The mixture of which it is the larger share: of equal ones *ever*. */
  readonly mixture: MixtureName;
  readonly category: Category;
  readonly entity: string;
  /** Of `mixture`, 0..1. */
  readonly share: number;
  /** By which it reached the address; null of a path without transfers. */
  readonly transactionId: string | null;
  readonly stars: StarsGiven;
}

/** So many paths are asked, those that carry most: a result may have thousands of rows. */
export const ASKED_PATHS = 50;

interface PathOfRow {
  readonly mixture: MixtureName;
  readonly row: EvidenceRow;
  readonly path: EvidencePath;
}

/** What is explained of a mixture. */
interface ExplainedPart {
  readonly mixture: MixtureName;
  readonly row: EvidenceRow;
  readonly share: number;
}

/** A path with all mixtures that show it, the one of which it is most first. */
type AskedPath = readonly [PathOfRow, ...PathOfRow[]];

/** @param found the mixtures of the assessment, with their paths */
export function leastPath(
  { mixtures, keyOf, rate }: Changeable,
  found: readonly MixtureFound[],
  now: Rating,
): PathChange | null {
  const read = found.filter(({ name }) => mixtures.some((one) => one.name === name));
  const rateWith = (parts: readonly ExplainedPart[]): Rating =>
    rate(
      mixtures.map((one) => {
        const own = parts.filter(({ mixture }) => mixture === one.name);
        return { ...one, mixture: own.reduce((to, { row, share }) => withPart(to, keyOf, row, share), one.mixture) };
      }),
    );
  const asked = pathsIn(read);
  // Of paths of the same rows, none changes anything where the most that any of them carries does not: all of it, and
  // all but next to nothing, since nothing that is bad is apart from little that is.
  const isAsNow = (most: readonly ExplainedPart[]): boolean =>
    [1, 1 - BOUND_TOLERANCE].every((part) =>
      areAlike(rateWith(most.map((one) => ({ ...one, share: one.share * part }))), now),
    );
  const rowsOf = (ways: AskedPath): string =>
    ways
      .map(({ mixture, row }) => `${mixture} ${keyOf(row)}`)
      .toSorted()
      .join();
  // Nor where all of them together change nothing.
  const together = Map.groupBy(asked.flat(), ({ mixture, row }) => `${mixture} ${keyOf(row)}`);
  if (isAsNow([...together.values()].flatMap(sumOf))) return null;
  const matter = [...Map.groupBy(asked, rowsOf).values()].filter((own) => !isAsNow(mostOf(own.flat())));
  const inOrder = matter.flat().toSorted(([a], [b]) => a.path.share - b.path.share || compareShares(a, b));
  for (const ways of inOrder) {
    const then = rateWith(ways.map(({ mixture, row, path: { share } }) => ({ mixture, row, share })));
    if (isMore(then, now)) return { ...nameOf(ways[0]), stars: starsOf(then) };
  }
  return null;
}

/** All that paths of the same rows carry. */
function sumOf([first, ...others]: readonly PathOfRow[]): readonly ExplainedPart[] {
  if (first === undefined) return [];
  const share = shareOf([first, ...others].map(({ path }) => path));
  return [{ mixture: first.mixture, row: first.row, share }];
}

/** Of each mixture, the most that a path carries of it. */
function mostOf(ways: readonly PathOfRow[]): readonly ExplainedPart[] {
  return [...Map.groupBy(ways, ({ mixture }) => mixture).values()].flatMap((own) => {
    const [most] = own.toSorted(byShare);
    return most === undefined ? [] : [{ mixture: most.mixture, row: most.row, share: most.path.share }];
  });
}

/** The paths that carry most, each once. */
function pathsIn(found: readonly MixtureFound[]): readonly AskedPath[] {
  const ways = found.flatMap(({ name: mixture, rows }) =>
    rows.filter((row) => !isNear(row)).flatMap((row) => row.paths.map((path): PathOfRow => ({ mixture, row, path }))),
  );
  // Two mixtures can show a path, so that of so many the paths that carry most are among them.
  const most = ways.toSorted(byShare).slice(0, found.length * ASKED_PATHS);
  const last = new Set(most.map(({ path }) => lastOf(path)));
  const shown = ways.filter(({ path }) => last.has(lastOf(path)));
  return [...Map.groupBy(shown, keyOfPath).values()]
    .flatMap((own): AskedPath[] => {
      const [first, ...others] = own.toSorted(byShare);
      return first === undefined ? [] : [[first, ...others]];
    })
    .toSorted(([a], [b]) => byShare(a, b))
    .slice(0, ASKED_PATHS);
}

const byShare = (a: PathOfRow, b: PathOfRow): number => b.path.share - a.path.share;

/** The transaction by which a path reached the address; null of a path without transfers. */
const lastOf = ({ steps }: EvidencePath): string | null => steps.at(-1)?.transactionId ?? null;

/** The same transfers from the same source are one path, whichever mixture shows it. */
const keyOfPath = ({ mixture, row, path: { steps } }: PathOfRow): string =>
  JSON.stringify([
    ...(steps.length === 0 ? [mixture] : []),
    keyOfRow(row),
    steps.map(({ from, to, transactionId }) => [from, to, transactionId]),
  ]);

/** By the share that they are in; paths of one share stay in their order. */
const compareShares = (a: PathOfRow, b: PathOfRow): number =>
  Number(a.mixture === 'now') - Number(b.mixture === 'now') ||
  compareText(layerOf(a.row), layerOf(b.row)) ||
  compareText(a.row.category, b.row.category);

function nameOf({ mixture, row: { category, entity }, path }: PathOfRow): Omit<PathChange, 'stars'> {
  return { mixture, category, entity, share: path.share, transactionId: lastOf(path) };
}
