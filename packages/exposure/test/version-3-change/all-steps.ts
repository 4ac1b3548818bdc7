import type { Mixture, MixtureRow } from '../../src/version-3/mixture.ts';
import { isBad } from '../../src/version-3/rating/floors/risk-row.ts';
import { type Rating, riskScoreOf } from '../../src/version-3/rating/rating.ts';
import type { RatedInput } from './rated-inputs.ts';

/** A share as the page names it, found without the code that is tested. */
export interface Name {
  readonly category: string;
  readonly layer: string | null;
}

export const isOf = ({ category, owners }: MixtureRow, name: Name): boolean =>
  category === name.category && (owners === 1 ? 'direct' : 'indirect') === name.layer;

export function shareOfName({ rows, unknownOrigin, notFollowed }: Mixture, name: Name): number {
  if (name.category === 'unknown_origin') return unknownOrigin;
  if (name.category === 'not_followed') return notFollowed;
  return rows.reduce((sum, row) => (isOf(row, name) ? sum + row.share : sum), 0);
}

/** What is explained by one owner. */
export const explained = (share: number): MixtureRow => ({
  ...{ category: 'exchange_licensed', entity: 'found out', confidence: 100, beforeDesignation: false },
  ...{ explained: true, owners: 1, share },
});

/** A mixture with a share that is `to` at most; what it falls by is explained by one owner. */
export function fallen(mixture: Mixture, name: Name, to: number): Mixture {
  const is = shareOfName(mixture, name);
  if (is <= to) return mixture;
  const scaled = withTimes(mixture, name, to / is);
  return { ...scaled, rows: [...scaled.rows, explained(is - to)] };
}

/** A mixture with a share that rises to `to`, at the cost of all that is not bad. */
export function risen(mixture: Mixture, name: Name, to: number): Mixture {
  const is = shareOfName(mixture, name);
  const bad = mixture.rows.filter(isBad).reduce((sum, { share }) => sum + share, 0);
  const rest = Math.max(0, (1 - bad - (to - is)) / (1 - bad));
  const { rows, unknownOrigin, notFollowed } = withTimes(mixture, name, to / is);
  return {
    rows: rows.map((row) => (isBad(row) ? row : { ...row, share: row.share * rest })).filter(({ share }) => share > 0),
    unknownOrigin: unknownOrigin * rest,
    notFollowed: notFollowed * rest,
  };
}

function withTimes(mixture: Mixture, name: Name, factor: number): Mixture {
  return {
    rows: mixture.rows
      .map((row) => (isOf(row, name) ? { ...row, share: row.share * factor } : row))
      .filter(({ share }) => share > 0),
    unknownOrigin: mixture.unknownOrigin * (name.category === 'unknown_origin' ? factor : 1),
    notFollowed: mixture.notFollowed * (name.category === 'not_followed' ? factor : 1),
  };
}

/** All shares of a result, in the order in which equal changes count. */
export function namesOf({ mixtures }: RatedInput): readonly Name[] {
  const rows = mixtures.flatMap(({ mixture }) => mixture.rows);
  return [
    ...['direct', 'indirect'].flatMap((layer) =>
      [...new Set(rows.map(({ category }) => category))]
        .toSorted()
        .map((category) => ({ category, layer }))
        .filter((name) => rows.some((row) => isOf(row, name))),
    ),
    { category: 'unknown_origin', layer: null },
    { category: 'not_followed', layer: null },
  ];
}

/** Whether a rating has more stars than another: of a finding, four or five. */
export const hasMore = (then: Rating, than: Rating): boolean =>
  than.kind === 'stars' ? riskScoreOf(then) > than.stars : riskScoreOf(then) >= 4;

interface Step {
  readonly name: Name;
  readonly step: number;
  readonly moves: number;
}

const wholeOf = (share: number, steps: number): number => {
  const whole = Math.round(share * steps);
  return Math.abs(whole - share * steps) < 1e-6 ? whole : share * steps;
};

/** The least fall of all steps of all shares, by trying each. */
export function leastFallOfAll(rated: RatedInput, steps: number): Step | null {
  let least: Step | null = null;
  const [ever, now] = rated.mixtures;
  const ofNow = (name: Name): number =>
    Number(
      now !== undefined &&
        ever !== undefined &&
        shareOfName(now.mixture, name) > shareOfName(ever.mixture, name) + 1e-12,
    );
  for (const name of namesOf(rated).toSorted((a, b) => ofNow(a) - ofNow(b))) {
    const largest = Math.max(0, ...rated.mixtures.map(({ mixture }) => shareOfName(mixture, name)));
    const is = wholeOf(largest, steps);
    for (let step = Math.ceil(is) - 1; step >= 0; step -= 1) {
      if (least !== null && is - step >= least.moves - 1e-6) break;
      const then = rated.rateWith((mixture) => fallen(mixture, name, step / steps));
      if (!hasMore(then, rated.rating)) continue;
      least = { name, step, moves: is - step };
      break;
    }
  }
  return least;
}

/** The least rise of all steps of all bad shares of one mixture each, by trying each. */
export function leastRiseOfAll(rated: RatedInput, steps: number): (Step & { readonly mixture: string }) | null {
  let least: (Step & { readonly mixture: string }) | null = null;
  for (const { name: own, mixture } of rated.mixtures) {
    const bad = mixture.rows.filter(isBad);
    const most = 1 - bad.reduce((sum, { share }) => sum + share, 0);
    for (const name of namesOf(rated)) {
      if (!bad.some((row) => isOf(row, name))) continue;
      const is = wholeOf(shareOfName(mixture, name), steps);
      for (let step = Math.floor(is) + 1; step <= wholeOf(shareOfName(mixture, name) + most, steps); step += 1) {
        if (least !== null && step - is >= least.moves - 1e-6) break;
        const then = rated.rateWith((one, of) => (of === own ? risen(one, name, step / steps) : one));
        const stars = riskScoreOf(then);
        if (stars === 0 || stars === 5) continue;
        least = { mixture: own, name, step, moves: step - is };
        break;
      }
    }
  }
  return least;
}
