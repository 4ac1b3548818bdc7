import type { CheckChanges } from '@assay/contracts';
import { countOf, countStars, DIRECTION_WORDS, formatShare } from '@assay/wording';

/** Changes of shares that are listed one by one; the others are in the two results. */
const MOST_MOVES = 4;

/** What is different from the earlier result, one sentence a line; the score always comes first. */
export function describeChanges(changes: CheckChanges): readonly string[] {
  const { riskscore, signals, records, method_changed, labels_changed } = changes;
  const moves = [
    ...signals.bwd.map((move) => ({ ...move, direction: DIRECTION_WORDS.incoming })),
    ...signals.fwd.map((move) => ({ ...move, direction: DIRECTION_WORDS.outgoing })),
  ].sort((one, other) => Math.abs(other.after - other.before) - Math.abs(one.after - one.before));
  return [
    riskscore.before === riskscore.after
      ? `The score is the same: ${countStars(riskscore.after)}.`
      : `The score changed from ${countStars(riskscore.before)} to ${countStars(riskscore.after)}.`,
    ...moves
      .slice(0, MOST_MOVES)
      .map(
        ({ direction, title, before, after }) =>
          `${direction}, ${title}: ${formatShare(before)}, now ${formatShare(after)}.`,
      ),
    ...(moves.length > MOST_MOVES ? [`${moves.length - MOST_MOVES} more shares changed.`] : []),
    ...(records.incoming + records.outgoing > 0 ? [newTransfers(records)] : []),
    ...(labels_changed ? ['The labels have been updated since then.'] : []),
    ...(method_changed ? ['The method has been updated since then.'] : []),
  ];
}

function newTransfers({ incoming, outgoing }: CheckChanges['records']): string {
  const total = incoming + outgoing;
  return `${countOf(total, 'new transfer')}: ${incoming} incoming, ${outgoing} outgoing.`;
}
