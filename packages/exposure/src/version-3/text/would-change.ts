import type { Sentence } from '../../score/sentence.ts';
import { isByOwnLabel, type LeastChanges } from '../change/least-changes.ts';
import type { ShareChange } from '../change/least-share.ts';
import type { Rating } from '../rating/rating.ts';
import type { TextFacts } from './facts.ts';
import { WOULD_CHANGE } from './templates/would-change.ts';

/** What would change the stars, a sentence for each kind of change; nothing where it was not asked, or nothing could. */
export function writeWouldChange(rating: Rating, { leastChanges, ownLabel }: TextFacts): Sentence[] {
  if (isByOwnLabel(rating)) {
    if (ownLabel === null) throw new Error('the own label decided and is not among the facts');
    const { entity, source, list } = ownLabel;
    return [WOULD_CHANGE.change_own_label.say({ entity, source, list })];
  }
  if (leastChanges === undefined || leastChanges === null) return [];
  if (rating.kind === 'stars' && rating.stars === 5) {
    return [leastChanges.share === null ? WOULD_CHANGE.change_no_rise.say({}) : sayRise(leastChanges.share)];
  }
  const said = saidOf(leastChanges);
  const none = { rated: rating.kind === 'stars', labels: leastChanges.areClaimsAsked };
  return said.length > 0 ? said : [WOULD_CHANGE.change_none.say(none)];
}

function saidOf({ share, path, claim }: LeastChanges): Sentence[] {
  const said: Sentence[] = [];
  if (share !== null) said.push(sayFall(share));
  if (path !== null) {
    const { stars, mixture, category, entity, transactionId } = path;
    const names = { entity: nameOf(entity), transaction: nameOf(transactionId) };
    said.push(WOULD_CHANGE.change_path.say({ stars, mixture, share: path.share, category, ...names }));
  }
  if (claim !== null) {
    const { stars, category, entity } = claim;
    said.push(WOULD_CHANGE.change_claim.say({ stars, category, entity: nameOf(entity) }));
  }
  return said;
}

function sayFall({ of, stars, mixture, isOfBoth: both, share, to }: ShareChange): Sentence {
  const fall = { stars, mixture, both, share, to };
  if (of.layer !== null) return WOULD_CHANGE.change_share.say({ ...fall, category: of.category, layer: of.layer });
  return of.category === 'unknown_origin'
    ? WOULD_CHANGE.change_unknown_origin.say(fall)
    : WOULD_CHANGE.change_not_followed.say(fall);
}

function sayRise({ of, stars, mixture, share, to }: ShareChange): Sentence {
  if (of.layer === null) throw new Error('a residual does not rise');
  return WOULD_CHANGE.change_rise.say({ stars, mixture, category: of.category, layer: of.layer, share, to });
}

const nameOf = (name: string | null): string | null => (name === '' ? null : name);
