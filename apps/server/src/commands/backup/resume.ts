import { CommandError } from '@assay/command';
import { countOf } from '@assay/wording';
import { wirePayments } from '../../app/composition/wiring-payments.ts';
import { pausedSince, resumeOutgoing } from '../../modules/backup/index.ts';
import { sellerOf } from '../../platform/config/operator-settings.ts';
import { inService } from '../../platform/kernel/scope.ts';
import type { CommandContext } from '../context.ts';

export interface ResumeOptions {
  readonly withoutProviders?: true;
}

/** Asks the payment providers what happened since the backup, and only then lets outgoing jobs go on. */
export async function resume(context: CommandContext, options: ResumeOptions): Promise<void> {
  const { config, out, err, signal } = context;
  const pool = await context.openDatabase();
  if ((await pausedSince(pool)) === null) {
    out('Nothing is paused.');
    return;
  }
  if (options.withoutProviders !== true) {
    const log = {
      warn: (_facts: unknown, message: string) => err(message),
      error: (_facts: unknown, message: string) => err(message),
    };
    const payments = wirePayments(pool, config.payments, {
      log,
      publicUrl: config.publicUrl,
      priceList: config.priceList,
      seller: sellerOf(config),
    });
    const { asked, changed, failed } = await inService('payments', () => payments.reconcileAll(signal));
    out(
      `Asked about ${countOf(asked, 'order')}: ${changed} had changed since the backup, ${failed} could not be asked about.`,
    );
    if (failed > 0) {
      throw new CommandError(
        'Outgoing jobs stay paused. Set the keys of the providers and try again, or resume --without-providers: the server then asks about these orders by and by.',
      );
    }
  }
  await resumeOutgoing(pool, new Date());
  out('Mails, webhooks, payments and label updates go on.');
}
