import { CATEGORIES, type Category, isNetworkId, NETWORKS, STAR_BOUNDS, type Stars } from '@assay/domain';
import {
  countOf,
  formatBound,
  formatPoints,
  formatShare,
  formatUsdInSentence,
  joinWords,
  nameStars,
} from '@assay/wording';
import { MIN_ATTRIBUTED, MIN_CLEAN, OUTGOING_FACTOR, STRONG_CONFIDENCE } from '../../method/numbers.ts';
import { COUNTED_USD, MAX_NOT_FOLLOWED, SERVICE_FLOOR, SERVICE_SHARE } from '../../method/numbers-2.ts';
import type { Direction } from '../../records/record.ts';
import type { FloorScope } from '../../score/assessment.ts';
import type { Lack } from '../../score/method-2/decide.ts';
import { TEMPLATES as FORMER } from '../set-2/say.ts';
import { FLOW_WORDS, nameSource, partiesOf } from '../set-2/words.ts';

type Starred = { readonly stars: Stars };
type Points = { readonly points: number };
type ServiceFloor = Points & { readonly bound: number; readonly own: number; readonly complete: boolean };
type Share = { readonly share: number };
type Directed = { readonly direction: Direction };
/** What another total would mean. `held_back`: four stars in place of five, for what five stars need besides. */
export type Outcome = Starred & { readonly outcome: 'stars' | 'same_stars' | 'held_back' | 'unrated' };

/** Sentences that version 2 of the method adds to those of text set 2, or says otherwise. */
const ADDED = {
  set_aside_listed: ({
    share,
    usd,
    categories,
  }: Share & { readonly usd: number | null; readonly categories: readonly Category[] }) =>
    `So little comes straight from ${joinWords(categories.map(partiesOf))}, ${formatShare(share)}${dollars(usd)}, that it is listed and left out of everything else: receiving needs no consent.`,
  no_derived_labels: () =>
    'No labels derived from records were at hand: what would be a deposit address or an unlabelled service was looked through.',
  carried_label: ({ network, own }: { readonly network: string; readonly own: boolean }) =>
    `The label was given on ${nameOf(network)}; ${own ? 'this address' : 'the address'} has the same key on every Ethereum-style network.`,

  why_column: (
    given: Starred &
      Directed &
      Share & {
        readonly layer: 'direct' | 'indirect';
        readonly scope: FloorScope;
        readonly categories: readonly Category[];
        readonly usd: number | null;
        readonly hops: number | null;
        /** What only weaker labels, or labels that came later, say is left out of the share. */
        readonly partial: boolean;
        /** The share is of what is left without what is set aside. */
        readonly rest: boolean;
      },
  ) => {
    const { stars, direction, layer, categories, share, usd, hops, partial, rest } = given;
    const words = FLOW_WORDS[direction];
    const far =
      layer === 'direct' ? ', one hop away' : hops === null ? '' : `, ${countOf(hops, 'hop')} away at the nearest`;
    const counted = partial ? ` by labels of confidence ${STRONG_CONFIDENCE} or more in force then` : '';
    const of = rest ? `${words.value} without what is set aside` : words.value;
    return `${nameStars(stars)}: ${formatShare(share)} of ${of} ${layer === 'direct' ? words.straight : words.back} ${joinWords(categories.map(partiesOf))}${counted}${far}${dollars(usd)}.`;
  },
  why_bound_share: ({ points, bound, lowered }: Points & { readonly bound: number; readonly lowered: boolean }) =>
    `From ${formatBound(bound)} on, this alone ${floorOf(points, lowered)}`,
  why_bound_usd: ({
    points,
    usd,
    bound,
    lowered,
  }: Points & { readonly usd: number; readonly bound: number; readonly lowered: boolean }) =>
    `From ${formatUsdInSentence(usd)} on${bound === 0 ? '' : `, with at least ${formatBound(bound)}`}, this alone ${floorOf(points, lowered)}`,
  why_service_floor: ({ points, bound, own, complete }: ServiceFloor) =>
    `As a service it would score ${formatPoints(own)} of 100, whatever its transfers are; from ${formatBound(bound)} and ${formatUsdInSentence(SERVICE_FLOOR.usd)} on, what it receives sets the score to at least ${formatPoints(points)}${complete ? '' : ', and to more were its history complete'}.`,
  why_five_known: ({
    direction,
    points,
    clean,
    notFollowed,
  }: Points & Directed & { readonly clean: number; readonly notFollowed: number }) =>
    `Five stars: ${sumOf(direction, points)}, under ${STAR_BOUNDS[5]}. Of the value in the records read, ${formatShare(clean)} is with known parties without raised risk and ${formatShare(notFollowed)} was not followed; the history of the address is complete.`,
  why_held_back: ({
    lacks,
    points,
    clean,
    notFollowed,
  }: Points & { readonly lacks: readonly Lack[]; readonly clean: number; readonly notFollowed: number }) =>
    `Four stars, not five: ${joinWords(lacks.map((lack) => nameLack(lack, clean, notFollowed)))}. The risk found adds up to ${formatPoints(points)} of 100.`,
  why_nearly_unknown: ({ attributed }: { readonly attributed: number }) =>
    `No stars: ${formatShare(attributed)} of the value in the records read can be attributed to anyone, and no risk that sets a score was found; a rating needs ${formatBound(MIN_ATTRIBUTED)}.`,

  without_source: ({
    source,
    list,
    points,
    ...outcome
  }: Outcome & Points & { readonly source: string; readonly list: string | null }) =>
    `Without the label of ${nameSource({ source, list })}, the score would be ${formatPoints(points)} of 100: ${nameOutcome(outcome)}.`,
  without_own_label: ({ points, ...outcome }: Outcome & Points) =>
    `Without a label of its own, the score would be ${formatPoints(points)} of 100: ${nameOutcome(outcome)}.`,
  unrated_without_own_label: () => 'Without a label of its own, it would not be rated.',
  if_unknown: ({
    direction,
    categories,
    layer,
    points,
    ...outcome
  }: Outcome &
    Points &
    Directed & { readonly categories: readonly Category[]; readonly layer: 'direct' | 'indirect' }) =>
    `If nobody knew what ${layer === 'direct' ? FLOW_WORDS[direction].straight : FLOW_WORDS[direction].back} ${joinWords(categories.map(partiesOf))}, the score would be ${formatPoints(points)} of 100: ${nameOutcome(outcome)}.`,
  without_claim: ({
    category,
    entity,
    points,
    ...outcome
  }: Outcome & Points & { readonly category: Category; readonly entity: string }) =>
    `If the labels '${CATEGORIES[category].title}' of ${entity} were withdrawn, the score would be ${formatPoints(points)} of 100: ${nameOutcome(outcome)}.`,
  no_claim_alone: ({ claims }: { readonly claims: number }) =>
    claims === 1
      ? 'The withdrawal of the label that weighs most would not change the stars.'
      : `The withdrawal of no single one of the ${claims} labels that weigh most would change the stars.`,
  sanctioned_received: ({ share, usd }: Share & { readonly usd: number }) =>
    `From ${formatBound(share)} or ${formatUsdInSentence(usd)} on, value directly from parties that were on a sanctions list when it moved would leave two stars at most.`,
  sanctioned_sent: ({ service }: { readonly service: boolean }) =>
    `From ${formatUsdInSentence(COUNTED_USD)}${service ? ` and ${formatBound(SERVICE_SHARE)}` : ''} on, value sent directly to such parties would too.`,
  needs_followed: ({ share }: Share) =>
    `Five stars need no more than ${formatBound(MAX_NOT_FOLLOWED)} that was not followed; it is ${formatShare(share)}.`,
  needs_complete: () => 'Five stars need a complete history of the address.',
  needs_known: ({ share }: Share) =>
    `Five stars need ${formatBound(MIN_CLEAN)} of the value in the records read to be with known parties without raised risk; ${formatShare(share)} is.`,
  needs_named: ({ share }: Share) =>
    `A rating needs ${formatBound(MIN_ATTRIBUTED)} of the value in the records read to be attributed; ${formatShare(share)} is. More records or more labels can show it.`,
  too_small_until: ({ usd }: { readonly usd: number }) =>
    `What is too small to count weighs little; it would weigh fully from ${formatUsdInSentence(usd)} in sum on.`,
};

/** Every sentence of text set 3, by its code. */
export const TEMPLATES = { ...FORMER, ...ADDED };

function dollars(usd: number | null): string {
  return usd === null ? '' : ` (${formatUsdInSentence(usd)})`;
}

function nameOf(network: string): string {
  return isNetworkId(network) ? NETWORKS[network].name : network;
}

function floorOf(points: number, lowered: boolean): string {
  const why = lowered
    ? `, one step lower than usual, because its labels are below confidence ${STRONG_CONFIDENCE} or came after the transfer`
    : '';
  return `sets the score to at least ${formatPoints(points)} of 100${why}.`;
}

export function sumOf(direction: Direction, points: number): string {
  const discount = direction === 'fwd' ? ` (outgoing counts ${OUTGOING_FACTOR})` : '';
  return `the shares of ${FLOW_WORDS[direction].value}, weighed by risk, add up to ${formatPoints(points)} of 100${discount}`;
}

/** What five stars need and is not there. @param incomplete what is said of records that are incomplete */
export function nameLack(
  lack: Lack,
  clean: number,
  notFollowed: number,
  incomplete = 'the history of the address is incomplete',
): string {
  switch (lack) {
    case 'clean':
      return `${formatShare(clean)} of the value in the records read is with known parties without raised risk, and five stars need ${formatBound(MIN_CLEAN)}`;
    case 'followed':
      return `${formatShare(notFollowed)} was not followed, and five stars allow ${formatBound(MAX_NOT_FOLLOWED)}`;
    case 'complete':
      return incomplete;
  }
}

function nameOutcome({ stars, outcome }: Outcome): string {
  switch (outcome) {
    case 'unrated':
      return 'too little is known to rate that';
    case 'held_back':
      return 'four stars, because too little is known for five';
    case 'same_stars':
      return `still ${nameStars(stars).toLowerCase()}`;
    case 'stars':
      return nameStars(stars).toLowerCase();
  }
}
