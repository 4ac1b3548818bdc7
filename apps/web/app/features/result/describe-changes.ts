import type { CheckChanges } from '@assay/contracts';
import { formatShare } from '@assay/ui';

/** Moves of shares told apart; the rest is in the two results. */
const MOST_MOVES = 4;

/** What is different from the earlier result, one sentence a line; the score always comes first. */
export function describeChanges(changes: CheckChanges): readonly string[] {
  const { riskscore, signals, records, method_changed, labels_changed } = changes;
  const moves = [
    ...signals.bwd.map((move) => ({ ...move, way: 'Incoming' })),
    ...signals.fwd.map((move) => ({ ...move, way: 'Outgoing' })),
  ].sort((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before));
  return [
    riskscore.before === riskscore.after
      ? `The score is the same: ${scoreText(riskscore.after)}.`
      : `The score was ${scoreText(riskscore.before)}, now it is ${scoreText(riskscore.after)}.`,
    ...moves
      .slice(0, MOST_MOVES)
      .map(({ way, title, before, after }) => `${way}, ${title}: ${formatShare(before)}, now ${formatShare(after)}.`),
    ...(moves.length > MOST_MOVES ? [`${moves.length - MOST_MOVES} more shares moved.`] : []),
    ...(records.incoming + records.outgoing > 0 ? [newTransfers(records)] : []),
    ...(labels_changed ? ['The labels are newer than then.'] : []),
    ...(method_changed ? ['The method is newer than then.'] : []),
  ];
}

function scoreText(stars: number): string {
  if (stars === 0) return 'N/A';
  return `${stars} of 5 stars`;
}

function newTransfers({ incoming, outgoing }: CheckChanges['records']): string {
  const total = incoming + outgoing;
  return `${total} new ${total === 1 ? 'transfer' : 'transfers'}: ${incoming} incoming, ${outgoing} outgoing.`;
}
