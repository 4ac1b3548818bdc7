import type { Category } from '@assay/domain';
import { isDataLimited, type ResultGrounds } from './limited-data.ts';

/** What to do after a result, one line each. */
export const ADVICE = {
  keep: 'Keep this report. Check again before a large or a later payment: wallets change.',
  limited: 'Too little is known to rely on: ask where the money comes from before a large payment.',
  ask: 'Ask where the money comes from before you accept it. Start with a small amount.',
  refuse: 'Do not send to this wallet or accept from it. If you already did, keep the money apart and get advice.',
  service: 'This says nothing about the person paying from it: ask that person where the money comes from.',
  not_rated: 'Do not read this as safe. Ask the other side where the money comes from.',
  no_records: 'Check the address and the asset. Do not read this as safe.',
  sources_failed: 'Try again in a few minutes. Do not read this as safe.',
  burn_address: 'Do not send anything here.',
} as const satisfies Record<string, string>;

export type AdviceCode = keyof typeof ADVICE;

export interface AdviceGrounds extends ResultGrounds {
  /** Why it is not rated. */
  readonly reason: string | null;
  /** Category of the address's own label, where it decided. */
  readonly own: Category | null;
}

/** Many customers pay from the same wallet of such a service. */
const SERVICE = /^(?:p2p_)?exchange_(?!fraudulent)|^(?:payment_processor|online_wallet|atm)$/;

/** Which advice a result has. */
export function adviceOf(grounds: AdviceGrounds): AdviceCode {
  const { verdict, reason, own } = grounds;
  if (reason === 'no_records' || reason === 'sources_failed' || reason === 'burn_address') return reason;
  if (verdict === 'not_rated') return 'not_rated';
  if (verdict === 'high') return 'refuse';
  if (own !== null && SERVICE.test(own)) return 'service';
  if (verdict === 'medium') return 'ask';
  return isDataLimited(grounds) ? 'limited' : 'keep';
}
