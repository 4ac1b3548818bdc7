import { countOf, formatCoins, formatPoints, isoMinuteOf, nameTicker, resultFacts, titleOfShare } from '@assay/wording';
import type { ComputedCheck } from '../modules/checks/index.ts';
import { directionLines, factLines, starsOf, verdictOf } from './check-report.ts';

/** Movements that are listed; the result has more. */
const MOST_SHOWN = 10;

/** The check of a transaction for a reader at a terminal. */
export function paymentReport(result: ComputedCheck): string {
  const { payment, texts } = result;
  if (payment === undefined) throw new Error('the result is not of a transaction');
  const { transaction_id: id, direction, block, moves, moves_in_all: all, parties } = payment;
  const time = isoMinuteOf(new Date(payment.time));
  const shown = moves.slice(0, MOST_SHOWN);
  const end = (address: string | null) => address ?? '…';
  return [
    `${nameTicker(result)}  ${direction} ${direction === 'deposit' ? 'to' : 'from'} ${result.address}`,
    ...(payment.is_pending === true
      ? ['Not confirmed yet: another transaction can still take its place, with other coins.']
      : []),
    `Transaction ${id}, ${payment.is_pending === true ? 'seen ' : ''}${time}${block === null ? '' : `, block ${block}`}`,
    `${starsOf(result.riskscore)}  ${verdictOf(result)}${result.total === null ? '' : `, total ${formatPoints(result.total)} of 100`}`,
    '',
    texts.headline,
    ...(texts.advice === undefined ? [] : [`What to do: ${texts.advice}`]),
    texts.text,
    texts.why,
    ...texts.would_change.map((sentence) => `- ${sentence}`),
    '',
    `What it moved: ${countOf(all, 'movement')}`,
    ...shown.map(
      ({ from, to, amount, kind }) => `  ${end(from)} → ${end(to)}  ${formatCoins(amount, result)} (${kind})`,
    ),
    ...(all > shown.length ? [`  and ${all - shown.length} more`] : []),
    ...parties.flatMap(({ address, label }) =>
      label === null ? [] : [`  ${address}: ${label.entity} (${titleOfShare(label.category)})`],
    ),
    ...directionLines(result, direction === 'deposit' ? 'incoming' : 'outgoing'),
    '',
    ...factLines(resultFacts(result)),
  ].join('\n');
}
