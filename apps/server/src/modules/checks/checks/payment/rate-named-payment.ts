import type { Asset } from '@assay/domain';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { CheckOutcome } from '../compute/compute-check.ts';
import type { CheckPrices } from '../flows/value-flows.ts';
import type { PaymentName } from '../stored/payment-name.ts';
import { computePayment, type PaymentRules } from './compute-payment.ts';
import type { WithPaymentSnapshot } from './payment.ports.ts';
import type { PaymentReading } from './read-payment.ts';

/** A payment that was found when its check began. */
export interface NamedPayment {
  readonly asset: Asset;
  /** The side. */
  readonly address: string;
  readonly payment: PaymentName;
  /** What was read of its chain; null where imported records are used. */
  readonly onChain: PaymentReading | null;
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Receives 0..1. */
  readonly onProgress: (progress: number) => void;
}

/**
 * Rates a payment by its name, walking within a slot.
 *
 * @throws AppError TransactionNotRated where its records are gone since, such as with undone blocks
 */
export async function rateNamedPayment(
  { payments, prices }: { readonly payments?: PaymentRules; readonly prices?: CheckPrices | undefined },
  inSlot: <T>(work: () => Promise<T>) => Promise<T>,
  { asset, address, payment, onChain, now, signal, onProgress }: NamedPayment,
): Promise<CheckOutcome> {
  if (payments === undefined) throw new Error('no transaction is checked here');
  const { transactionId, direction } = payment;
  const withSnapshot: WithPaymentSnapshot = (ofAsset, work) => inSlot(() => payments.withSnapshot(ofAsset, work));
  const question = { asset, ids: [transactionId], side: { address, direction }, onChain, now, signal, onProgress };
  const answer = await computePayment({ engine: payments.engine, withSnapshot, prices }, question);
  if (answer.is === 'refused') throw new AppError('TransactionNotRated', { internal: answer.refusal.is });
  return answer.outcome;
}
