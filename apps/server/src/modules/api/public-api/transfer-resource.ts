import type { CheckAsset } from '@assay/contracts';
import type { Expansion, TransferV1 } from '@assay/contracts/v1';
import { assetOf, type StoredCheck } from '../../checks/index.ts';
import type { ApiChecksService, NamedCheck } from './api-checks.service.ts';
import type { CheckView, TransferCalls } from './check-calls.ts';
import { checkResource, type ResourceOptions } from './check-resource.ts';

type Payment = TransferV1['payment'];

/** What of a payment is known before its result. */
export const PAYMENT_WITHOUT_RESULT = {
  time: null,
  block: null,
  confirmed: null,
  amount: null,
  amount_usd: null,
  moves: null,
  moves_in_all: null,
  parties: null,
} satisfies Partial<Payment>;

/** The calls of live keys about checks of transactions. */
export function liveTransfers(apiChecks: ApiChecksService, publicUrl: string): TransferCalls {
  const view = (named: NamedCheck): CheckView<TransferV1> => ({
    isRunning: named.check.status === 'running',
    resource: (expand: readonly Expansion[]) =>
      transferResource(named, { publicUrl, withEvidence: expand.includes('evidence') }),
  });
  return {
    create: async (key, { request, ...wish }) =>
      view(await apiChecks.create(key, { object: 'transfer', request }, wish)),
    retrieve: async (workspace, id) => view(await apiChecks.retrieve(workspace, 'transfer', id)),
    cancel: async (workspace, id) => view(await apiChecks.cancel(workspace, 'transfer', id)),
    async list(workspace, wish) {
      const { checks, nextCursor } = await apiChecks.list(workspace, 'transfer', wish);
      return { checks: checks.map(view), nextCursor };
    },
  };
}

/** A check of a transaction as the public API shows it. */
export function transferResource(named: NamedCheck, options: ResourceOptions): TransferV1 {
  const { check } = named;
  return { ...checkResource(named, options), object: 'transfer', payment: paymentOf(check) };
}

function paymentOf(check: StoredCheck): Payment {
  const { transactionId, paymentDirection, status } = check;
  if (transactionId === null || paymentDirection === null) throw new Error('a transfer is a check of a transaction');
  const name = { transaction_id: transactionId, direction: paymentDirection };
  if (status !== 'done') return { ...name, ...PAYMENT_WITHOUT_RESULT };
  return { ...name, ...resultOf(assetOf(check), paymentDirection) };
}

function resultOf({ payment, evidence }: CheckAsset, direction: Payment['direction']) {
  if (payment === undefined) throw new Error('the result of a transfer has its payment');
  const { amount, usd } = direction === 'deposit' ? evidence.incoming : evidence.outgoing;
  const { time, block, moves, moves_in_all, parties, is_pending: isPending } = payment;
  const confirmed = isPending !== true;
  return { time, block, confirmed, amount, amount_usd: usd, moves, moves_in_all, parties };
}
