import { STAR_BOUNDS } from '@assay/domain';
import { formatPoints, formatShare, formatUsdInSentence, joinWords } from '@assay/wording';
import { COUNTED_USD } from '../../method/numbers-2.ts';
import type { Direction } from '../../records/record.ts';
import type { Lack } from '../../score/method-2/decide.ts';
import { nameLack, sumOf } from '../set-3/templates.ts';

interface Known {
  readonly clean: number;
  readonly notFollowed: number;
  readonly points: number;
}

const INCOMPLETE = 'the records behind the payment are incomplete';

/** What is said of a payment in either direction, in place of the sentence of this code on an address. */
const OF_ANY = {
  found_too_little: () => 'Hardly any of this payment leads to a party that is known.',
  may_be_frozen: () => 'An exchange or custody service may freeze assets that come from this payment.',
  may_be_held: () =>
    'An exchange or custody service may hold assets that come from this payment and ask where they are from.',
  why_five_known: ({ direction, points, clean, notFollowed }: Known & { readonly direction: Direction }) =>
    `Five stars: ${sumOf(direction, points)}, under ${STAR_BOUNDS[5]}. Of the payment, ${formatShare(clean)} is with known parties without raised risk and ${formatShare(notFollowed)} was not followed; the records behind it are complete.`,
  why_held_back: ({ lacks, points, clean, notFollowed }: Known & { readonly lacks: readonly Lack[] }) =>
    `Four stars, not five: ${joinWords(lacks.map((lack) => nameLack(lack, clean, notFollowed, INCOMPLETE)))}. The risk found adds up to ${formatPoints(points)} of 100.`,
  needs_complete: () => 'Five stars need complete records behind the payment.',
};

const KEEP = 'Keep this result with your records of the payment.';

const OF_DEPOSIT = {
  ...OF_ANY,
  // A deposit sends nothing.
  sanctioned_sent: null,
  advice_keep: () => KEEP,
  advice_limited: () => 'Too little is known to rely on: ask the sender where the money comes from.',
  advice_ask: () => 'Ask the sender where the money comes from before you use it.',
  advice_refuse: () => 'Keep this money apart, neither return it nor send it on, and get advice.',
  advice_not_rated: () => 'Do not read this as safe. Ask the sender where the money comes from.',
};

const OF_WITHDRAWAL = {
  ...OF_ANY,
  // A withdrawal receives nothing.
  sanctioned_received: null,
  sanctioned_sent: () =>
    `From ${formatUsdInSentence(COUNTED_USD)} on, value sent directly to parties that were on a sanctions list when it moved would leave two stars at most.`,
  may_be_frozen: () => 'An exchange or custody service may ask why this payment was made, and refuse further ones.',
  may_be_held: () => 'An exchange or custody service may ask why this payment was made.',
  may_be_asked: () => 'A counterparty may ask why this payment was made.',
  advice_keep: () => KEEP,
  advice_limited: () => 'Too little is known to rely on: find out who the recipient is before the next payment.',
  advice_ask: () => 'Find out who the recipient is, and what the payment was for, before the next one.',
  advice_refuse: () => 'Do not pay this recipient again. Write down what was paid and why, and get advice.',
  advice_not_rated: () => 'Do not read this as safe. Find out who the recipient is.',
};

/** By direction and by the code of the sentence that they replace; null leaves it out. */
export const PAYMENT_TEMPLATES = { bwd: OF_DEPOSIT, fwd: OF_WITHDRAWAL };
