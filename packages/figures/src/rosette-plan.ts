import { openRandomStream } from './random-stream.ts';

/**
 * Version of the drawing. The order in which the plan takes its numbers is part of every report ever issued: to change
 * it, add a version and keep the old one.
 */
export const ROSETTE_VERSION = 1;

/** A guilloche band: strands weave between two envelopes with `lobes` lobes. Lengths in units of the 416 unit box. */
export interface RosetteBand {
  readonly radius: number;
  readonly lobes: number;
  readonly sway: number;
  readonly width: number;
  readonly swell: number;
  /** 0 or pi, so that every band is mirror symmetric. */
  readonly lag: number;
  /** Waves of one strand round the circle. */
  readonly waves: number;
  readonly strands: number;
}

export interface RosettePlan {
  readonly core: RosetteBand;
  readonly lace: RosetteBand;
  readonly rim: RosetteBand;
  /** Turn of lace and rim, in degrees. */
  readonly turn: number;
  readonly coreTurn: number;
}

const LACE_OUTER_RADIUS = 169;
const CORE_OVERLAP = 5;

/**
 * The numbers behind the drawing of a report id. Upper and lower case give the same drawing.
 *
 * @throws RangeError for a version that never was.
 */
export function planRosette(id: string, version: number = ROSETTE_VERSION): RosettePlan {
  if (version !== ROSETTE_VERSION) throw new RangeError(`"version" expected ${ROSETTE_VERSION}, got ${version}`);
  const numbers = openRandomStream(id.toLowerCase());
  const lobes = numbers.pick([6, 7, 8, 9, 10, 11, 12]);
  const coreLobes = numbers.pick(otherThan(lobes));
  const laceWaves = numbers.pick([2, 3]);
  const rim: RosetteBand = {
    radius: 179,
    lobes,
    sway: 0,
    width: numbers.float(6, 8),
    swell: 0,
    lag: 0,
    waves: lobes * numbers.pick([5, 6, 7]),
    strands: numbers.pick([4, 6]),
  };
  const lace: RosetteBand = {
    radius: 0,
    lobes,
    sway: numbers.float(9, 15),
    width: numbers.float(22, 28),
    swell: numbers.float(0.16, 0.4),
    lag: numbers.pick([0, Math.PI]),
    waves: lobes * laceWaves,
    strands: laceWaves === 2 ? numbers.pick([12, 14, 16]) : numbers.pick([8, 10, 12]),
  };
  const core: RosetteBand = {
    radius: 0,
    lobes: coreLobes,
    sway: numbers.float(4, 9),
    width: numbers.float(18, 23),
    swell: numbers.float(0.1, 0.35),
    lag: numbers.pick([0, Math.PI]),
    waves: coreLobes * numbers.pick([1, 2]),
    strands: numbers.pick([10, 12, 14]),
  };
  const turn = numbers.pick([0, 180 / lobes]);
  const coreTurn = numbers.pick([0, 180 / coreLobes]);
  const seatedLace = seatBand(lace, LACE_OUTER_RADIUS);
  return { rim, lace: seatedLace, core: seatBand(core, reachOf(seatedLace, -1) + CORE_OVERLAP), turn, coreTurn };
}

function otherThan(lobes: number): readonly [number, ...number[]] {
  const [first = 5, ...rest] = [5, 6, 7, 8, 9].filter((count) => count !== lobes);
  return [first, ...rest];
}

/** Moves a band so that its outermost point lies on the given radius. */
function seatBand(band: RosetteBand, outerRadius: number): RosetteBand {
  return { ...band, radius: band.radius + outerRadius - reachOf(band, 1) };
}

/** Radius of its outermost point, by 1, or of its innermost, by -1. */
function reachOf({ radius, lobes, sway, width, swell, lag }: RosetteBand, side: 1 | -1): number {
  const reaches = Array.from({ length: 720 }, (_, step) => {
    const turn = lobes * ((step * Math.PI) / 360);
    return side * (radius + sway * Math.cos(turn) + side * width * (1 + swell * Math.cos(turn + lag)));
  });
  return side * Math.max(...reaches);
}
