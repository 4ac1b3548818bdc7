/** Risk is shown by position, hatch, bracket and colour. `none` holds what belongs to no category. */
export type DonutGroupKey = 'high' | 'mid' | 'low' | 'none';

export interface DonutGroup {
  readonly key: DonutGroupKey;
  /** In the order they are drawn. Shares may be in any unit; only their proportions count. */
  readonly items: readonly { readonly id: string; readonly share: number }[];
}

export interface DonutArc {
  readonly id: string;
  readonly group: DonutGroupKey;
  /** 0 is the strongest of five tones of the group. */
  readonly tone: 0 | 1 | 2 | 3 | 4;
  readonly startDegrees: number;
  readonly endDegrees: number;
  readonly path: string;
  /** The same arc, four units thicker on either side: the picked one. */
  readonly raisedPath: string;
  /** Arcs under 7 degrees stay solid: a hatch would only fray them. */
  readonly hatched: boolean;
}

export interface Donut {
  /** `viewBox` of a square centred on the origin. */
  readonly viewBox: string;
  readonly arcs: readonly DonutArc[];
  /** One outer bracket a group, as an open stroke. */
  readonly brackets: readonly { readonly group: DonutGroupKey; readonly path: string }[];
  /** True where an arc of under 1% is drawn wider than its share. The page says so. */
  readonly widened: boolean;
}

const OUTER_RADIUS = 100;
const INNER_RADIUS = 66;
const BRACKET_RADIUS = 109;
const RAISED_UNITS = 4;
const MIN_DEGREES = 3.2;
const HATCH_MIN_DEGREES = 7;
const GAP_DEGREES = 1.1;
const GROUP_GAP_DEGREES = 5;
const LAST_TONE = 4;

/**
 * Lays out the risk-flow ring: groups as given from twelve o'clock, clockwise; every share above zero gets at least
 * 3.2 degrees. Items without a share are left out.
 *
 * @throws RangeError when a share is negative or not a number.
 * @example
 * layDonut([{ key: 'low', items: [{ id: 'miner', share: 1 }] }]).arcs.length; // 1
 */
export function layDonut(groups: readonly DonutGroup[]): Donut {
  const shown = groups
    .map((group) => ({ key: group.key, items: group.items.filter((item) => checkedShare(item.share) > 0) }))
    .filter((group) => group.items.length > 0);
  const shares = shown.flatMap((group) => group.items.map((item) => item.share));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const roomDegrees = 360 - shown.length * GROUP_GAP_DEGREES - (shares.length - shown.length) * GAP_DEGREES;
  const sizes = spreadDegrees(shares, total, roomDegrees);

  const arcs: DonutArc[] = [];
  const brackets: { group: DonutGroupKey; path: string }[] = [];
  let at = GROUP_GAP_DEGREES / 2;
  for (const group of shown) {
    const start = at;
    for (const [index, item] of group.items.entries()) {
      const end = at + (sizes[arcs.length] ?? 0);
      arcs.push({
        id: item.id,
        group: group.key,
        tone: toneOf(index),
        startDegrees: at,
        endDegrees: end,
        path: ringPath(at, end, 0),
        raisedPath: ringPath(at, end, RAISED_UNITS),
        hatched: end - at >= HATCH_MIN_DEGREES,
      });
      at = end + GAP_DEGREES;
    }
    at -= GAP_DEGREES;
    brackets.push({ group: group.key, path: arcPath(BRACKET_RADIUS, start, at) });
    at += GROUP_GAP_DEGREES;
  }
  const widened = shares.some(
    (share, index) => share / total < 0.01 && (sizes[index] ?? 0) > (share / total) * roomDegrees,
  );
  return { viewBox: '-112 -112 224 224', arcs, brackets, widened };
}

/** What is too small takes the least width; the rest share what is left. Repeats until nobody else falls below. */
function spreadDegrees(shares: readonly number[], total: number, roomDegrees: number): readonly number[] {
  const small = new Set<number>();
  for (;;) {
    const largeTotal = shares.reduce((sum, share, index) => (small.has(index) ? sum : sum + share), 0);
    const largeRoom = roomDegrees - small.size * MIN_DEGREES;
    const sizes = shares.map((share, index) => (small.has(index) ? MIN_DEGREES : (share / largeTotal) * largeRoom));
    const shrunk = sizes.flatMap((size, index) => (!small.has(index) && size < MIN_DEGREES ? [index] : []));
    if (shrunk.length === 0 || total === 0) return sizes;
    for (const index of shrunk) small.add(index);
    if (small.size === shares.length) return shares.map(() => roomDegrees / shares.length);
  }
}

function checkedShare(share: number): number {
  if (!(share >= 0 && share < Number.POSITIVE_INFINITY))
    throw new RangeError(`"share" expected 0 or more, got ${share}`);
  return share;
}

function toneOf(index: number): DonutArc['tone'] {
  const tones = [0, 1, 2, 3, LAST_TONE] as const;
  return tones[Math.min(index, LAST_TONE)] ?? LAST_TONE;
}

function pointAt(radius: number, degrees: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
}

function arcPath(radius: number, start: number, end: number): string {
  return `M${pointAt(radius, start)}A${radius} ${radius} 0 ${end - start > 180 ? 1 : 0} 1 ${pointAt(radius, end)}`;
}

function ringPath(start: number, end: number, raisedUnits: number): string {
  const outer = OUTER_RADIUS + raisedUnits;
  const inner = INNER_RADIUS - raisedUnits;
  const large = end - start > 180 ? 1 : 0;
  return `${arcPath(outer, start, end)}L${pointAt(inner, end)}A${inner} ${inner} 0 ${large} 0 ${pointAt(inner, start)}Z`;
}
