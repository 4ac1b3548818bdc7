import type { DonutGroupKey } from './donut.ts';

/** One category of a direction, with the entities in it; without entities it is one band to its end. */
export interface FlowPictureCategory {
  readonly id: string;
  readonly group: DonutGroupKey;
  /** More than 0. Shares may be in any unit; only their proportions count. */
  readonly share: number;
  /** Their shares add up to that of the category. */
  readonly entities: readonly { readonly id: string; readonly share: number }[];
}

/** Sizes in the units of the drawing. */
export interface FlowPictureSizes {
  readonly width: number;
  /** Of all shares together. */
  readonly height: number;
  /** Of a line of text: an end is never closer to the next one. */
  readonly line: number;
  /** Between two categories. */
  readonly gap: number;
  /** Of a bar. */
  readonly bar: number;
  /** For the text at the ends. */
  readonly label: number;
  /** Which end of the drawing the wallet is at: money comes to the right, and goes from the left. */
  readonly wallet: 'left' | 'right';
}

/** A bar: the wallet, a category, or an entity at the end. */
export interface FlowBar {
  readonly kind: 'wallet' | 'category' | 'end';
  /** Of the category; null for the wallet. */
  readonly category: string | null;
  /** Of the entity; null where a category has none. */
  readonly entity: string | null;
  readonly group: DonutGroupKey;
  /** 0 is the strongest of five tones of the group. */
  readonly tone: 0 | 1 | 2 | 3 | 4;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What flows between two bars: as thick at both ends. */
export interface FlowBand {
  /** Between the wallet and a category, or from there to an end. */
  readonly level: 'category' | 'end';
  readonly category: string;
  /** Null between the wallet and a category, and where a category has no entities. */
  readonly entity: string | null;
  readonly group: DonutGroupKey;
  /** 0 to 1, of the direction. */
  readonly share: number;
  readonly thickness: number;
  readonly path: string;
}

/** Where a line of text goes: its middle, beside the bars. */
export interface FlowLine {
  readonly category: string;
  /** Null for the line of the category itself. */
  readonly entity: string | null;
  readonly y: number;
}

export interface FlowPicture {
  readonly width: number;
  readonly height: number;
  readonly bars: readonly FlowBar[];
  readonly bands: readonly FlowBand[];
  readonly lines: readonly FlowLine[];
  /** The column of text: from `left` to `right`. */
  readonly text: { readonly left: number; readonly right: number };
}

const LAST_TONE = 4;
/** Between a bar and its text. */
const TEXT_GAP = 10;

interface Slot {
  readonly category: FlowPictureCategory;
  readonly tone: FlowBar['tone'];
  /** Middle of the line of the category. */
  readonly head: number;
  /** Of the space of its ends. */
  readonly top: number;
  readonly bottom: number;
  /** Middles of its ends, in the order of its entities. */
  readonly ends: readonly number[];
}

/**
 * Lays out where a direction's value came from or went: the wallet's bar, a bar for each category, and one for each
 * entity, with bands between them whose thickness is their share. Categories are drawn in the order given, and so are
 * their entities: no two bands cross, and no two bars or lines of text of a column overlap.
 *
 * @throws RangeError for a share that is not more than 0, and for entities that do not add up to their category
 * @example
 * layFlowPicture([{ id: 'miner', group: 'low', share: 1, entities: [] }], sizes).bands.length; // 2
 */
export function layFlowPicture(categories: readonly FlowPictureCategory[], sizes: FlowPictureSizes): FlowPicture {
  const { width, bar, label } = sizes;
  const total = categories.reduce((sum, category) => sum + checkedShare(category), 0);
  const unit = total === 0 ? 0 : sizes.height / total;
  const slots = slotsOf(categories, sizes, unit);
  const height = Math.max(sizes.height, slots.at(-1)?.bottom ?? 0);
  /** Left edge of something of a width that is `x` away from the wallet's side. */
  const place = (x: number, of = 0): number => (sizes.wallet === 'left' ? x : width - x - of);
  const endX = width - label - bar;
  const categoryX = endX / 2;
  const bars: FlowBar[] = [];
  const bands: FlowBand[] = [];
  const lines: FlowLine[] = [];
  const walletTop = (height - sizes.height) / 2;
  if (total > 0) {
    const wallet = { kind: 'wallet', category: null, entity: null, group: 'none', tone: 0 } as const;
    bars.push({ ...wallet, x: place(0, bar), y: walletTop, width: bar, height: sizes.height });
  }
  let walletY = walletTop;
  for (const { category, tone, head, top, bottom, ends } of slots) {
    const { id, group, share, entities } = category;
    const own = { category: id, group, tone, width: bar } as const;
    const thickness = share * unit;
    let y = (top + bottom - thickness) / 2;
    bars.push({ ...own, kind: 'category', entity: null, x: place(categoryX, bar), y, height: thickness });
    const inner = bandPath([place(bar), walletY], [place(categoryX), y], thickness);
    bands.push({ level: 'category', category: id, entity: null, group, share: share / total, thickness, path: inner });
    walletY += thickness;
    lines.push({ category: id, entity: null, y: head });
    for (const [index, end] of (entities.length === 0 ? [{ id: null, share }] : entities).entries()) {
      const part = end.share * unit;
      const middle = ends[index] ?? head;
      bars.push({ ...own, kind: 'end', entity: end.id, x: place(endX, bar), y: middle - part / 2, height: part });
      const path = bandPath([place(categoryX + bar), y], [place(endX), middle - part / 2], part);
      const of = { level: 'end', category: id, entity: end.id, group } as const;
      bands.push({ ...of, share: end.share / total, thickness: part, path });
      if (end.id !== null) lines.push({ category: id, entity: end.id, y: middle });
      y += part;
    }
  }
  const textX = endX + bar + TEXT_GAP;
  const text = { left: place(textX, width - textX), right: place(textX, width - textX) + width - textX };
  return { width, height, bars, bands, lines, text };
}

/** Where each category has its line and its ends, from the top: never closer than a line of text. */
function slotsOf(categories: readonly FlowPictureCategory[], sizes: FlowPictureSizes, unit: number): readonly Slot[] {
  const slots: Slot[] = [];
  const tones = new Map<DonutGroupKey, number>();
  let y = 0;
  for (const category of categories) {
    if (slots.length > 0) y += sizes.gap;
    const order = tones.get(category.group) ?? 0;
    tones.set(category.group, order + 1);
    // A category without entities has its line beside its only end.
    const isAlone = category.entities.length === 0;
    const head = isAlone ? null : y + sizes.line / 2;
    if (!isAlone) y += sizes.line;
    const top = y;
    const ends = (isAlone ? [category] : category.entities).map(({ share }) => {
      const room = Math.max(share * unit, sizes.line);
      y += room;
      return y - room / 2;
    });
    slots.push({ category, tone: toneOf(order), head: head ?? ends[0] ?? top, top, bottom: y, ends });
  }
  return slots;
}

function bandPath([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number], thickness: number): string {
  const middle = (x0 + x1) / 2;
  const n = (value: number) => value.toFixed(2);
  return (
    `M${n(x0)} ${n(y0)}C${n(middle)} ${n(y0)} ${n(middle)} ${n(y1)} ${n(x1)} ${n(y1)}` +
    `L${n(x1)} ${n(y1 + thickness)}C${n(middle)} ${n(y1 + thickness)} ${n(middle)} ${n(y0 + thickness)} ${n(x0)} ${n(y0 + thickness)}Z`
  );
}

/** Shares of results are sums of numbers: they miss their total by rounding. */
const ROUNDING = 1e-6;

function checkedShare({ id, share, entities }: FlowPictureCategory): number {
  for (const one of [share, ...entities.map((entity) => entity.share)]) {
    if (!(one > 0 && one < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`"share" of ${id} expected more than 0, got ${one}`);
    }
  }
  const sum = entities.reduce((parts, entity) => parts + entity.share, 0);
  if (entities.length > 0 && Math.abs(sum - share) > ROUNDING * share) {
    throw new RangeError(`the entities of ${id} expected to add up to ${share}, got ${sum}`);
  }
  return share;
}

function toneOf(order: number): FlowBar['tone'] {
  const tones = [0, 1, 2, 3, LAST_TONE] as const;
  return tones[Math.min(order, LAST_TONE)] ?? LAST_TONE;
}
