/** Which label counts, and when (section 5). */
import { CATEGORIES, type Category } from '@assay/domain';
import { byText, type GivenLabel, type Moment } from './question.ts';

export interface Label extends GivenLabel {
  readonly kind: 'given' | 'carried' | 'cluster';
}

export interface Counted {
  readonly label: Label;
  readonly beforeDesignation: boolean;
}

const TIERS = ['S', 'A', 'B', 'C', 'D'];
const DATED: readonly Category[] = ['sanctions', 'issuer_frozen'];
const DAY = 86_400;

export function tierOf(category: Category): 'S' | 'A' | 'B' | 'C' | 'D' {
  return CATEGORIES[category].tier;
}

/** The order in which labels compete: the first counts. */
function order(a: Label, b: Label): number {
  return (
    Number(b.confidence >= 50) - Number(a.confidence >= 50) ||
    TIERS.indexOf(tierOf(a.category)) - TIERS.indexOf(tierOf(b.category)) ||
    b.confidence - a.confidence ||
    byText(a.source, b.source) ||
    byText(a.category, b.category) ||
    byText(a.entity, b.entity) ||
    (a.kind === 'carried' && b.kind === 'carried' ? byText(a.network, b.network) : 0)
  );
}

function firstSecond(moment: Moment): number {
  return typeof moment === 'number' ? moment : Date.parse(`${moment}T00:00:00Z`) / 1000;
}

function lastSecond(moment: Moment): number {
  return typeof moment === 'number' ? moment : firstSecond(moment) + DAY - 1;
}

function hasEnded(label: Label, time: number): boolean {
  return DATED.includes(label.category) && label.to !== undefined && time > lastSecond(label.to);
}

function hasBegun(label: Label, time: number): boolean {
  return label.from === undefined || time >= firstSecond(label.from);
}

/** The label that counts at a time; without a time every listing is open on both sides. */
export function countedLabel(labels: readonly Label[], time: number | undefined): Counted | undefined {
  const competing = labels.filter((label) => label.confidence >= 20 && (time === undefined || !hasEnded(label, time)));
  const named = competing.filter((label) => label.category !== 'other_entities');
  const pool = (named.length > 0 ? named : competing).toSorted(order);
  const first = pool[0];
  if (first === undefined) return undefined;
  if (time === undefined || !DATED.includes(first.category)) return { label: first, beforeDesignation: false };
  const inForce = pool.find((label) => label.category === first.category && hasBegun(label, time));
  return inForce === undefined
    ? { label: first, beforeDesignation: true }
    : { label: inForce, beforeDesignation: false };
}
