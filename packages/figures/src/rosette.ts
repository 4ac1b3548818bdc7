import { planRosette, ROSETTE_VERSION, type RosetteBand } from './rosette-plan.ts';

/** How much is engraved: core; and lace; and rim; and the two rings. */
export type RosetteStage = 1 | 2 | 3 | 4;

export interface RosetteDrawing {
  /** Version of the drawing method. Store it together with a drawing's id. */
  readonly version: number;
  /** Side of the square box round the origin, in units: 416 with space for the micro text, else 392. */
  readonly boxUnits: number;
  readonly strokeUnits: number;
  /** From the core outwards, the order in which they are engraved. */
  readonly bands: readonly { readonly turnDegrees: number; readonly paths: readonly string[] }[];
  readonly rings: readonly { readonly radius: number; readonly strokeUnits: number }[];
}

export interface RosetteOptions {
  readonly stage?: RosetteStage;
  readonly strokeUnits?: number;
  /** Leave space for the micro text round the rim. */
  readonly withMicroText?: boolean;
  /** Draw as this version did; the newest by default. */
  readonly version?: number;
}

/**
 * The guilloche of a report: identity, never risk. A pure function of the id, so that page, PDF and picture carry the
 * same drawing. Path data in a box centred on the origin, about 130 KB of it: draw it where it is shown.
 *
 * @throws RangeError for a version that never was.
 * @example
 * drawRosette('7f3a91c2e4b8').bands[0]?.paths.length; // strands of the core
 */
export function drawRosette(id: string, options: RosetteOptions = {}): RosetteDrawing {
  const parts = [...engraveRosette(id, options)];
  const whole = parts.at(-1);
  if (whole === undefined) throw new Error('A rosette has a core');
  return whole;
}

/**
 * The same drawing band by band, from the core outwards; the last one is complete. Each band takes a few milliseconds:
 * a caller that must not delay typing yields between two of them.
 *
 * @throws RangeError for a version that never was.
 * @example
 * [...engraveRosette('7f3a91c2e4b8')].map(({ bands }) => bands.length); // [1, 2, 3]
 */
export function* engraveRosette(id: string, options: RosetteOptions = {}): Generator<RosetteDrawing, void> {
  const { frame, planned, rings } = planDrawing(id, options);
  let bands: RosetteDrawing['bands'] = [];
  for (const { turnDegrees, band } of planned) {
    bands = [...bands, { turnDegrees, paths: strandsOf(band) }];
    yield { ...frame, bands, rings: bands.length === planned.length ? rings : [] };
  }
}

/** A rosette whose bands are given as one sector each. */
export interface RosetteSectors extends Omit<RosetteDrawing, 'bands'> {
  readonly bands: readonly {
    readonly turnDegrees: number;
    /** How many times the sector fills the circle: each one a turn of `360 / sectors` degrees after the last. */
    readonly sectors: number;
    /** Open strands. Their ends meet those of the next sector: a square line cap hides the joint. */
    readonly paths: readonly string[];
  }[];
}

/**
 * The same drawing as {@link drawRosette}, for formats that can repeat a part: each strand is the same in every lobe of
 * its band, so one sector says it all with a fifth to a twelfth of the path data.
 *
 * @example
 * drawRosetteSectors('7f3a91c2e4b8').bands.map(({ sectors }) => sectors); // lobes of core, lace and rim
 */
export function drawRosetteSectors(id: string, options: Omit<RosetteOptions, 'stage'> = {}): RosetteSectors {
  const { frame, planned, rings } = planDrawing(id, options);
  const bands = planned.map(({ turnDegrees, band }) => ({
    turnDegrees,
    sectors: band.lobes,
    paths: strandsOf(band, 1),
  }));
  return { ...frame, bands, rings };
}

function planDrawing(id: string, options: RosetteOptions) {
  const { stage = 4, strokeUnits = 0.5, withMicroText = false, version = ROSETTE_VERSION } = options;
  const plan = planRosette(id, version);
  const planned = [
    { turn: plan.coreTurn, band: plan.core },
    { turn: plan.turn, band: plan.lace },
    { turn: plan.turn, band: plan.rim },
  ]
    .slice(0, stage)
    .map(({ turn, band }) => ({ turnDegrees: roundHundredth(turn - 90), band }));
  const rings = [
    { radius: 190, strokeUnits: roundHundredth(strokeUnits * 1.6) },
    { radius: 193, strokeUnits: roundHundredth(strokeUnits * 0.8) },
  ];
  const frame = { version, boxUnits: withMicroText ? 416 : 392, strokeUnits };
  return { frame, planned, rings: stage < 4 ? [] : rings };
}

/** @param lobes of the band that are drawn, from its beginning; all of them close the strands */
function strandsOf(band: RosetteBand, lobes = band.lobes): string[] {
  return Array.from({ length: band.strands }, (_, index) =>
    strandPath(band, (2 * Math.PI * index) / band.strands, lobes),
  );
}

/**
 * The lobes `drawn` of a strand, which is a closed polar curve, as cubic beziers in Hermite form from the exact
 * derivative; closed when that is all of them.
 */
function strandPath({ radius, lobes, sway, width, swell, lag, waves }: RosetteBand, phase: number, drawn: number) {
  // Waves come in whole numbers a lobe, and so do segments.
  const segments = Math.max(waves * 5, lobes * 10);
  const step = (2 * Math.PI) / segments;
  const third = step / 3;
  const pointAt = (index: number) => {
    const t = index * step;
    const [lobe, wave] = [lobes * t, waves * t + phase];
    const half = width * (1 + swell * Math.cos(lobe + lag));
    const distance = radius + sway * Math.cos(lobe) + half * Math.cos(wave);
    const swelling = -width * swell * lobes * Math.sin(lobe + lag);
    const slope = -sway * lobes * Math.sin(lobe) + swelling * Math.cos(wave) - half * waves * Math.sin(wave);
    const [cos, sin] = [Math.cos(t), Math.sin(t)];
    return { x: distance * cos, y: distance * sin, dx: slope * cos - distance * sin, dy: slope * sin + distance * cos };
  };
  let from = pointAt(0);
  let path = `M${roundHundredth(from.x)} ${roundHundredth(from.y)}`;
  for (let index = 1; index <= (segments / lobes) * drawn; index++) {
    const to = pointAt(index);
    const numbers = [
      from.x + from.dx * third,
      from.y + from.dy * third,
      to.x - to.dx * third,
      to.y - to.dy * third,
      to.x,
      to.y,
    ];
    path += `C${numbers.map(roundHundredth).join(' ')}`;
    from = to;
  }
  return drawn === lobes ? `${path}Z` : path;
}

function roundHundredth(value: number): number {
  return Math.round(value * 100) / 100;
}
