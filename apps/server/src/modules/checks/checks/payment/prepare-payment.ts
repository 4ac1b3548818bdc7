import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { Log } from '../../../../platform/kernel/log.ts';
import type { CheckSubject } from '../begin/begin-check.ts';
import type { RunningCheck } from '../begin/running-check.ts';
import { faultsOf, type OnDemandReader } from '../compute/on-demand-reading.ts';
import type { PaymentName } from '../stored/payment-name.ts';
import type { PaymentRules } from './compute-payment.ts';
import type { PaymentRefusal, WantedPayment } from './find-payment.ts';
import type { PaymentReading } from './read-payment.ts';
import { findAnywhere } from './resolve-payment.ts';

export interface OnChainPorts {
  readonly payments: PaymentRules;
  /** Without it records alone are asked. */
  readonly live?: OnDemandReader | undefined;
  readonly log: Pick<Log, 'warn'>;
}

export type OnChainAnswer =
  /** Imported records are of it. */
  | { readonly is: 'in records' }
  | { readonly is: 'read'; readonly onChain: PaymentReading }
  | { readonly is: 'refused'; readonly refusal: PaymentRefusal };

/** Reads what a payment needs that no record is of. Where records are of it, no provider is asked. */
export async function readOnChain(
  { payments, live, log }: OnChainPorts,
  wanted: WantedPayment,
  signal: AbortSignal,
  onProgress: Parameters<OnDemandReader['gather']>[2]['onProgress'],
): Promise<OnChainAnswer> {
  const { asset } = wanted;
  const found = await findAnywhere({ withSnapshot: payments.withSnapshot, live }, wanted, { signal, owner: null });
  if (found.is === 'refused') return found;
  if (found.from === 'records' || live === undefined) return { is: 'in records' };
  const { transaction, payment, seen, recordsHeld } = found;
  const options = { signal, version: payments.engine.version, onProgress };
  const asked = { seen, direction: payment.direction };
  const gathering = await live.gatherPayment(asset, payment.address, asked, options);
  if (gathering.faults.length > 0) log.warn({ err: new Error(faultsOf(gathering)) }, 'a source did not answer');
  if (gathering.kind === 'records') return { is: 'read', onChain: { transaction, payment, gathering } };
  return { is: 'refused', refusal: { is: 'unanswered', recordsHeld, faults: [faultsOf(gathering)] } };
}

/** Empty where imported records are used. */
export interface PreparedPayment {
  readonly onChain?: PaymentReading;
}

/**
 * What a check of a payment reads of its chain before it takes a slot.
 *
 * @throws AppError TransactionNotRated where nothing can be read of it any more
 */
export async function preparePayment(
  { payments, live, log }: Partial<OnChainPorts> & Pick<OnChainPorts, 'log'>,
  { asset, address, payment }: CheckSubject & { readonly payment: PaymentName },
  check: RunningCheck,
  signal: AbortSignal,
): Promise<PreparedPayment> {
  if (payments === undefined || live?.canAsk(asset) !== true) return {};
  const { transactionId, direction } = payment;
  const wanted = { asset, ids: [transactionId], side: { address, direction } };
  const answer = await readOnChain({ payments, live, log }, wanted, signal, ({ calls, explained, providers }) =>
    check.report('fetching', calls.made / calls.budget, { calls, explained, providers: [...providers] }),
  );
  switch (answer.is) {
    case 'in records':
      return {};
    case 'read':
      return { onChain: answer.onChain };
    case 'refused':
      throw new AppError('TransactionNotRated', { internal: answer.refusal.is });
  }
}
