import type { Log } from '../../../platform/kernel/log.ts';
import { inService } from '../../../platform/kernel/scope.ts';
import { everyWhile } from '../../../platform/kernel/time/timing.ts';
import type { PaymentNotices } from './notices.ts';
import type { PaymentsService } from './payments.service.ts';

/** The background jobs that payments need. */
export interface PaymentJobs {
  work(queue: string, handle: () => Promise<void>, options: { readonly outgoing: true }): Promise<void>;
  send(queue: string, key: string, job: object): Promise<void>;
}

const QUEUE = 'payments';
const EVERY_MS = 300_000;

/**
 * Reconciles purchases that no webhook reported, grants the months that began and sends the mails that are due. Runs at the start and every five
 * minutes, on one server.
 */
export async function workPayments(
  jobs: PaymentJobs,
  payments: Pick<PaymentsService, 'reconcile' | 'addMonthlyChecks'>,
  {
    notices,
    signal,
    log,
  }: { readonly notices: PaymentNotices; readonly signal: AbortSignal; readonly log: Pick<Log, 'error'> },
): Promise<void> {
  await jobs.work(
    QUEUE,
    () =>
      inService('payments', async () => {
        await payments.reconcile();
        await payments.addMonthlyChecks();
        await notices.sendDue();
      }),
    { outgoing: true },
  );
  everyWhile(EVERY_MS, signal, async () => {
    try {
      await jobs.send(QUEUE, 'round', {});
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'the round of payments could not be queued');
    }
  });
}
