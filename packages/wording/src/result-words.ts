import { formatShare } from './shares.ts';

/** Headings and sentences that a result has on its page, in its report and in the command line. */
export const RESULT_WORDS = {
  why: 'Why this score',
  wouldChange: 'What would change the stars',
  notes: 'Notes',
  notesHaveNoEffect: 'Notes have no effect on the stars.',
  labels: 'Labels and their sources',
  basis: 'Data used',
  noFlow: 'No flow data',
  noLabelledParty: 'No labelled source or destination was found in the available transfers.',
  widened: 'Categories under 1% are drawn wider than their share, so they stay visible.',
  thisWallet: 'this wallet',
  thisPayment: 'this payment',
  sentNothing: 'Sent nothing or dust',
  looksLike: 'Looks like',
} as const;

/** What the address of a result is; of a payment, its side. */
export function nameOfAddress(payment: { readonly direction: 'deposit' | 'withdrawal' } | undefined): string {
  if (payment === undefined) return 'Wallet address';
  return payment.direction === 'deposit' ? 'Received by' : 'Paid by';
}

/** Whether a note must be read together with the stars, and not below the evidence. */
export function isWarning({ kind }: { readonly kind: string }): boolean {
  return kind === 'label_on_other_network';
}

/**
 * How far away the other party of a row is.
 *
 * @example reachOf('direct'); // 'Direct'
 */
export function reachOf(layer: 'direct' | 'indirect'): string {
  return layer === 'direct' ? 'Direct' : 'Indirect';
}

/**
 * How many hops away the other party of a row is: the nearest and, where a sample path is longer, the farthest shown.
 *
 * @example hopsOf({ hops: 2, paths: [{ hops: 3 }, { hops: 2 }] }); // '2–3'
 */
export function hopsOf({
  hops,
  paths,
}: {
  readonly hops: number;
  readonly paths: readonly { readonly hops: number }[];
}): string {
  const farthest = Math.max(hops, ...paths.map((path) => path.hops));
  return farthest === hops ? String(hops) : `${hops}–${farthest}`;
}

/** What limits how much a row of the evidence counts, a line each. */
export function remarksOnRow({
  too_small: isTooSmall,
  set_aside: isSetAside = false,
  before_designation: before,
}: {
  readonly too_small: boolean;
  /** Of version 2 of the method. */
  readonly set_aside?: boolean | undefined;
  readonly before_designation: number;
}): string[] {
  return [
    ...(isTooSmall ? ['Too small to count'] : []),
    ...(isSetAside ? ['Set aside: too little to count'] : []),
    ...(before > 0 ? [`${formatShare(before)} before designation`] : []),
  ];
}

/** Sample paths without those that have the same transfers: payments of one transaction may leave several. */
export function withoutRepeats<Path extends { readonly steps: readonly unknown[] }>(
  paths: readonly Path[],
): readonly Path[] {
  const texts = paths.map((path) => JSON.stringify(path.steps));
  return paths.filter((_, index) => texts.indexOf(texts[index] ?? '') === index);
}
