import type { Category } from '@assay/domain';
import { sumOfUsd, type Usd } from '../rating/bounds/dollars.ts';
import type { FloorRow } from '../rating/floors/floors.ts';
import { isBad, isDirect, shareOf } from '../rating/floors/risk-row.ts';
import type { ScoredRow } from '../rating/floors/total.ts';
import type { MixtureName, MixtureScore } from '../rating/mixtures/rate-mixture.ts';
import type { MixtureReading, Rating } from '../rating/rating.ts';
import type { Layer } from './define.ts';

/** Categories of one sum that are named one by one. */
const MOST_NAMED = 3;

/** The categories of some rows, the largest share first; of equal ones the first by id. At most three, at least one. */
export function categoriesOf(rows: readonly { readonly category: Category; readonly share: number }[]): Category[] {
  return [...Map.groupBy(rows, ({ category }) => category)]
    .map(([category, own]) => ({ category, share: shareOf(own) }))
    .toSorted((a, b) => b.share - a.share || (a.category < b.category ? -1 : 1))
    .slice(0, MOST_NAMED)
    .map(({ category }) => category);
}

/** The sum of some rows. */
export const sumOf = (rows: readonly FloorRow[]): { categories: Category[]; share: number; usd: Usd } => ({
  categories: categoriesOf(rows),
  share: shareOf(rows),
  usd: sumOfUsd(rows.map(({ usd }) => usd)),
});

/** The mixtures that a result is read from: without a *now* that is left out. */
export const readOf = ({ mixtures }: Rating): MixtureReading[] => mixtures.filter(({ isLeftOut }) => !isLeftOut);

/** Whether shares of a mixture are of what is left of it: something was returned, or lies untouched. */
export const isRest = ({ setAside }: MixtureReading): boolean =>
  setAside.some(({ why }) => why === 'returned' || why === 'untouched');

/** A mixture of a rating by its name. */
export function readingOf({ mixtures }: Rating, name: MixtureName): MixtureReading {
  const reading = mixtures.find((mixture) => mixture.name === name);
  if (reading === undefined) throw new Error(`the rating has no mixture ${name}`);
  return reading;
}

/** What is left of a mixture by its name. */
export function scoreOf(rating: Rating, name: MixtureName): MixtureScore {
  const { score } = readingOf(rating, name);
  if (score === null) throw new Error(`nothing is left of the mixture ${name}`);
  return score;
}

/** All of one category that came straight, or all of it that came through others. */
export interface SourceGroup {
  readonly category: Category;
  readonly layer: Layer;
  /** Of the nearest rows. */
  readonly owners: number;
  /** There are further ones. */
  readonly nearest: boolean;
  readonly share: number;
  readonly usd: Usd;
}

/** What is bad in what is left of a mixture, the largest share first. */
export function sourceGroups(rows: readonly ScoredRow[]): SourceGroup[] {
  const groups = Map.groupBy(rows.filter(isBad), (row) => `${row.category} ${layerOf(row)}`);
  return [...groups.values()]
    .flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const owners = Math.min(...own.map((row) => row.owners));
      const { share, usd } = sumOf(own);
      const nearest = own.some((row) => row.owners > owners);
      return [{ category: first.category, layer: layerOf(first), owners, nearest, share, usd }];
    })
    .toSorted((a, b) => b.share - a.share || (`${a.category} ${a.layer}` < `${b.category} ${b.layer}` ? -1 : 1));
}

export const layerOf = (row: { readonly owners: number }): Layer => (isDirect(row) ? 'direct' : 'indirect');

/** How some rows came, all of them one way or both. */
export function layersOf(rows: readonly { readonly owners: number }[]): Layer | 'both' {
  const layers = new Set(rows.map(layerOf));
  return layers.size > 1 ? 'both' : layers.has('direct') ? 'direct' : 'indirect';
}

const SAME = 1e-9;

/** Whether *now* has the shares of *ever*, so that nothing has to be said of both. */
export function isSameAsEver(rating: Rating): boolean {
  const [ever, now] = readOf(rating).map(({ score }) => score);
  if (ever === null || ever === undefined || now === null || now === undefined) return false;
  const [a, b] = [sharesOf(ever), sharesOf(now)];
  return a.size === b.size && [...a].every(([key, share]) => Math.abs(share - (b.get(key) ?? -1)) < SAME);
}

/** The mixtures that have something to say of their own. */
export const apartFromEver = (rating: Rating): MixtureReading[] =>
  isSameAsEver(rating) ? readOf(rating).slice(0, 1) : readOf(rating);

const sharesOf = ({ rows, unknownOrigin, notFollowed }: MixtureScore): ReadonlyMap<string, number> =>
  new Map([
    ['unknownOrigin', unknownOrigin],
    ['notFollowed', notFollowed],
    ...rows.map(({ category, entity, confidence, beforeDesignation, explained, owners, share }): [string, number] => [
      JSON.stringify([category, entity, confidence, beforeDesignation, explained, owners]),
      share,
    ]),
  ]);
