import type { CheckAsset } from '@assay/contracts';

export interface Advice {
  readonly doNext: string;
  readonly mayBeAsked: string;
}

const ADVICE: Record<CheckAsset['verdict'], Advice> = {
  low: {
    doNext: 'Keep this report with your records. Check again before a large or a later payment: wallets change.',
    mayBeAsked: 'Usually nothing. At most, who the other side is and what the payment is for.',
  },
  medium: {
    doNext: 'Ask where the funds come from before you accept them. Start with a small amount, or use another wallet.',
    mayBeAsked: 'The origin of the funds: a contract, an invoice, or a statement from an exchange.',
  },
  high: {
    doNext: 'Do not send to this wallet or accept from it. If you already did, keep the funds apart and get advice.',
    mayBeAsked: 'Full proof of origin. Exchanges and custody services may freeze such funds and report them.',
  },
  not_rated: {
    doNext: 'Do not read this as safe. Ask the other side for proof of origin, or for a wallet with a history.',
    mayBeAsked: 'The origin of the funds, because this check could not identify it.',
  },
};

export function adviceOn(verdict: CheckAsset['verdict']): Advice {
  return ADVICE[verdict];
}
