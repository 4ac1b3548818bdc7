import { CATEGORIES, type Category, type RiskTier } from '@assay/domain';
import { METHOD_REVISION, type MethodRevision } from '../method/method-revision.ts';
import { COMPETING_CONFIDENCE, STRONG_CONFIDENCE } from '../method/numbers.ts';
import { compareText } from '../records/compare-text.ts';
import type { Label } from './label.ts';

const TIER_ORDER: Readonly<Record<RiskTier, number>> = { S: 0, A: 1, B: 2, C: 3, D: 4 };

/** The label that counts, and whether it was not yet valid at the time asked for. */
export interface GoverningLabel {
  readonly label: Label;
  /** The label is a sanction or freeze that became valid only after the time asked for. */
  readonly beforeDesignation: boolean;
}

/**
 * The one label that counts for a transfer at `atTime` (docs/method, section 5): labels under 20 never compete; 'other
 * entities' only when nothing else is left; confidence of at least 50 before the rest, then tier S to D, then
 * confidence, then source, category and entity. A sanction or freeze counts before its valid-from, marked, unless
 * another listing of its category is in force; after its valid-to it does not count and the next label does.
 *
 * @param labels every label of the address, in any order
 * @param atTime Unix seconds of the transfer; for an address's own identity, of the check; null reads every label as
 *   open-ended on both sides
 * @param revision of version 1; the first one marked a transfer although another listing was in force
 * @returns null when no label competes
 * @example
 * governingLabel([mixerAt70, exchangeAt100], transfer.time)?.label; // mixerAt70: both are strong, tier A before C
 */
export function governingLabel(
  labels: readonly Label[],
  atTime: number | null,
  revision: MethodRevision = METHOD_REVISION,
): GoverningLabel | null {
  let best: Label | null = null;
  for (const label of labels) {
    if (label.confidence < COMPETING_CONFIDENCE || hasEnded(label, atTime)) continue;
    if (best === null || compareLabels(label, best) < 0) best = label;
  }
  if (best === null) return null;
  if (!isBeforeDesignation(best, atTime)) return { label: best, beforeDesignation: false };
  const inForce = revision === 1 ? null : findInForce(labels, best.category, atTime);
  return inForce === null ? { label: best, beforeDesignation: true } : { label: inForce, beforeDesignation: false };
}

/** The strongest listing of a category that covers the time, whichever authority made it. */
function findInForce(labels: readonly Label[], category: Category, atTime: number | null): Label | null {
  let best: Label | null = null;
  for (const label of labels) {
    if (label.category !== category || label.confidence < COMPETING_CONFIDENCE) continue;
    if (hasEnded(label, atTime) || isBeforeDesignation(label, atTime)) continue;
    if (best === null || compareLabels(label, best) < 0) best = label;
  }
  return best;
}

/**
 * Order in which labels compete, strongest first; for `sort`. Total: zero only for labels equal in every field, so the
 * outcome never depends on the order labels arrive in.
 */
export function compareLabels(left: Label, right: Label): number {
  return (
    Number(left.category === 'other_entities') - Number(right.category === 'other_entities') ||
    Number(right.confidence >= STRONG_CONFIDENCE) - Number(left.confidence >= STRONG_CONFIDENCE) ||
    TIER_ORDER[CATEGORIES[left.category].tier] - TIER_ORDER[CATEGORIES[right.category].tier] ||
    right.confidence - left.confidence ||
    compareText(left.source, right.source) ||
    compareText(left.category, right.category) ||
    compareText(left.entity, right.entity) ||
    compareText(left.carriedFrom ?? '', right.carriedFrom ?? '') ||
    compareOpen(left.validFrom, right.validFrom) ||
    compareOpen(left.validTo, right.validTo) ||
    compareText(left.sourceDate ?? '', right.sourceDate ?? '') ||
    compareText(left.sourceUrl ?? '', right.sourceUrl ?? '') ||
    compareText(left.origin, right.origin)
  );
}

function hasValidity(label: Label): boolean {
  return label.category === 'sanctions' || label.category === 'issuer_frozen';
}

function hasEnded(label: Label, atTime: number | null): boolean {
  return atTime !== null && hasValidity(label) && label.validTo !== null && atTime > label.validTo;
}

function isBeforeDesignation(label: Label, atTime: number | null): boolean {
  return atTime !== null && hasValidity(label) && label.validFrom !== null && atTime < label.validFrom;
}

function compareOpen(left: number | null, right: number | null): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  return left - right;
}
