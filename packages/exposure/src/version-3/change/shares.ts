import type { Category } from '@assay/domain';
import { compareText } from '../../records/compare-text.ts';
import type { Mixture, MixtureRow } from '../mixture.ts';
import { isBad, isDirect, shareOf } from '../rating/floors/risk-row.ts';
import type { Changeable, NamedMixture } from './changeable.ts';

export type Layer = 'direct' | 'indirect';

/** Shares that have no label, in the order in which equal changes count. */
export const RESIDUALS = ['unknown_origin', 'not_followed'] as const;
export type Residual = (typeof RESIDUALS)[number];

/** A share of a mixture: a category, direct or indirect, over all its entities; or a residual. */
export type ShareName =
  | { readonly category: Category; readonly layer: Layer }
  | { readonly category: Residual; readonly layer: null };

/** What is explained by one owner (docs/method/3, section 2.4). */
const EXPLAINED: Omit<MixtureRow, 'share'> = {
  category: 'exchange_licensed',
  entity: 'explained',
  confidence: 100,
  beforeDesignation: false,
  explained: true,
  owners: 1,
};

const NEAR_OWNERS = 2;

/** Whether explaining it would change nothing. */
export const isNear = ({ explained, owners }: Pick<MixtureRow, 'explained' | 'owners'>): boolean =>
  explained && owners <= NEAR_OWNERS;

export const layerOf = (row: Pick<MixtureRow, 'owners'>): Layer => (isDirect(row) ? 'direct' : 'indirect');

const isOf = (row: MixtureRow, { category, layer }: ShareName): boolean =>
  row.category === category && layerOf(row) === layer;

const residualOf = ({ unknownOrigin, notFollowed }: Mixture, residual: Residual): number =>
  residual === 'unknown_origin' ? unknownOrigin : notFollowed;

/** What a share is, 0..1. */
export const shareIn = (mixture: Mixture, name: ShareName): number =>
  name.layer === null ? residualOf(mixture, name.category) : shareOf(mixture.rows.filter((row) => isOf(row, name)));

const LAYERS = ['direct', 'indirect'] as const satisfies readonly Layer[];

/** The shares of the rows that are meant, direct first, each layer by category. */
export function namesIn(mixtures: readonly NamedMixture[], isMeant: (row: MixtureRow) => boolean): ShareName[] {
  const rows = mixtures.flatMap(({ mixture }) => mixture.rows).filter(isMeant);
  return LAYERS.flatMap((layer) => {
    const own = rows.filter((row) => layerOf(row) === layer).map(({ category }) => category);
    return [...new Set(own)].toSorted(compareText).map((category) => ({ category, layer }));
  });
}

/** The mixture with a share that is `to` at most, each of its rows in proportion; what it falls by is explained. */
export function withFall(mixture: Mixture, name: ShareName, to: number): Mixture {
  const share = shareIn(mixture, name);
  return share <= to ? mixture : explained(withShare(mixture, name, share, to), share - to);
}

/** The mixture with a share that is `to`, more than it was, at the cost of all that is not bad, in proportion. */
export function withRise(mixture: Mixture, name: ShareName, to: number): Mixture {
  const share = shareIn(mixture, name);
  const { rows, unknownOrigin, notFollowed } = withShare(mixture, name, share, to);
  const factor = Math.max(0, 1 - (to - share) / notBadIn(mixture));
  return {
    rows: rows.flatMap((row) => (isBad(row) ? [row] : times(row, factor))),
    unknownOrigin: unknownOrigin * factor,
    notFollowed: notFollowed * factor,
  };
}

/** What a bad share can rise by, 0..1. */
export const notBadIn = ({ rows, unknownOrigin, notFollowed }: Mixture): number =>
  shareOf([...rows.filter((row) => !isBad(row)), { share: unknownOrigin }, { share: notFollowed }]);

/** The mixture with a part of one of its rows explained, such as one of its paths. */
export function withPart(mixture: Mixture, keyOf: Changeable['keyOf'], row: MixtureRow, part: number): Mixture {
  const key = keyOf(row);
  const own = shareOf(mixture.rows.filter((one) => keyOf(one) === key));
  const less = Math.min(part, own);
  const rows = mixture.rows.flatMap((one) => (keyOf(one) === key ? times(one, 1 - less / own) : [one]));
  return explained({ ...mixture, rows }, less);
}

function withShare(mixture: Mixture, name: ShareName, share: number, to: number): Mixture {
  if (name.layer !== null) {
    const rows = mixture.rows.flatMap((row) => (isOf(row, name) ? times(row, to / share) : [row]));
    return { ...mixture, rows };
  }
  return name.category === 'unknown_origin' ? { ...mixture, unknownOrigin: to } : { ...mixture, notFollowed: to };
}

/** A row that is nothing is none. */
const times = (row: MixtureRow, factor: number): readonly MixtureRow[] =>
  factor > 0 ? [{ ...row, share: row.share * factor }] : [];

const explained = (mixture: Mixture, share: number): Mixture => ({
  ...mixture,
  rows: [...mixture.rows, { ...EXPLAINED, share }],
});
