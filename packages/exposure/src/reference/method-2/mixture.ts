import { type Fraction, ONE, plus, times, ZERO } from './fraction.ts';
import type { DirectionExposure, Ending, ExposureRow } from './input.ts';

/** Compositions of value, for the reference of method version 2 (in preparation): what parts of it ended at. */
type Residue = 'unknown_origin' | 'not_followed' | 'still_held' | 'fee';

export type Mixture = ReadonlyMap<string, Fraction>;

const keyOfEnding = (ending: Ending): string => JSON.stringify(ending);

export const labelled = (ending: Ending): Mixture => new Map([[keyOfEnding(ending), ONE]]);
export const residual = (residue: Residue): Mixture => new Map([[residue, ONE]]);

/** `share` of one mixture and the rest of another. */
export function blend(share: Fraction, one: Mixture, other: Mixture): Mixture {
  const rest = { n: share.d - share.n, d: share.d };
  const mixed = new Map<string, Fraction>();
  addTo(mixed, share, one);
  addTo(mixed, rest, other);
  return mixed;
}

export function addTo(target: Map<string, Fraction>, share: Fraction, mixture: Mixture): void {
  if (share.n === 0n) return;
  for (const [key, part] of mixture) target.set(key, plus(target.get(key) ?? ZERO, times(share, part)));
}

/** Sums of shares of a direction, by layer. */
export interface Layers {
  readonly direct: Map<string, Fraction>;
  readonly indirect: Map<string, Fraction>;
}

export const emptyLayers = (): Layers => ({ direct: new Map(), indirect: new Map() });

function rowsOf(layer: ExposureRow['layer'], shares: Mixture): ExposureRow[] {
  return [...shares]
    .filter(([key]) => key.startsWith('{'))
    .map(([key, share]) => ({ ...(JSON.parse(key) as Ending), layer, share }));
}

export function exposureOf(
  direction: DirectionExposure['direction'],
  weight: Fraction,
  money: Pick<DirectionExposure, 'dollars' | 'dollarsWithoutDirectS'>,
  layers: Layers,
): DirectionExposure {
  const both = (residue: Residue): Fraction =>
    plus(layers.direct.get(residue) ?? ZERO, layers.indirect.get(residue) ?? ZERO);
  return {
    direction,
    weight,
    ...money,
    rows: [...rowsOf('direct', layers.direct), ...rowsOf('indirect', layers.indirect)],
    unknownOrigin: both('unknown_origin'),
    notFollowed: both('not_followed'),
    stillHeld: both('still_held'),
    fee: both('fee'),
  };
}

/** The part of a mixture that a test of endings accepts. */
export function partOf(mixture: Mixture, accepts: (ending: Ending) => boolean): Fraction {
  let part = ZERO;
  for (const [key, share] of mixture)
    if (key.startsWith('{') && accepts(JSON.parse(key) as Ending)) part = plus(part, share);
  return part;
}
