import type { Category } from '@assay/domain';
import { type AccountHistory, isTainted, type OwnHistory, type OwnPayment, THIRTY_DAYS } from './own-history.ts';

/** How much of one part of a tainted inflow one payment sent back. Places are indexes in the history's lists. */
export interface ReturnedPart {
  readonly inflow: number;
  readonly part: number;
  readonly payment: number;
  /** Base units, more than 0. */
  readonly amount: bigint;
}

/** To which a tainted inflow can be sent back, besides accounts without a label. */
const RETURNED_TO: ReadonlySet<Category> = new Set(['stolen_coins', 'scam', 'ransom', 'malware']);

const isReturnable = ({ label }: OwnPayment): boolean => label === null || RETURNED_TO.has(label.category);

/**
 * What was returned (docs/method/3, section 8): net payments within 30 days of a tainted inflow to an account that paid
 * it, up to what that account paid of it, of several inflows the oldest first. On coin networks nothing is.
 */
export function returnedParts(history: OwnHistory): ReturnedPart[] {
  switch (history.network) {
    case 'account':
      return returnedOnAccounts(history);
    case 'coin':
      return [];
  }
}

function returnedOnAccounts({ inflows, payments }: AccountHistory): ReturnedPart[] {
  const open = inflows.flatMap(({ at, time, parts, ...rest }, inflow) =>
    isTainted(rest) ? parts.map(({ payer, amount }, part) => ({ at, time, payer, inflow, part, left: amount })) : [],
  );
  const openOf = Map.groupBy(open, ({ payer }) => payer);
  const returned: ReturnedPart[] = [];
  for (const [payment, own] of payments.entries()) {
    if (!isReturnable(own)) continue;
    let left = own.amount;
    for (const part of openOf.get(own.payee) ?? []) {
      const isInTime = part.at < own.at && own.time - part.time <= THIRTY_DAYS;
      const amount = left < part.left ? left : part.left;
      if (!isInTime || amount <= 0n) continue;
      returned.push({ inflow: part.inflow, part: part.part, payment, amount });
      part.left -= amount;
      left -= amount;
    }
  }
  return returned;
}
