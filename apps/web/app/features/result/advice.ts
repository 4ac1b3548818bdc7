import type { FormerResult } from '@assay/contracts';

const MAY_BE_ASKED: Record<FormerResult['verdict'], string> = {
  low: 'Usually nothing. At most, who the other side is and what the payment is for.',
  medium: 'The origin of the funds: a contract, an invoice, or a statement from an exchange.',
  high: 'Full proof of origin. Exchanges and custody services may freeze such funds and report them.',
  not_rated: 'The origin of the funds, because this check could not identify it.',
};

/** What others may ask of a person who takes money from the wallet. */
export function mayBeAsked(verdict: FormerResult['verdict']): string {
  return MAY_BE_ASKED[verdict];
}
