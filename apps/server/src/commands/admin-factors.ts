import { CommandError, EXIT } from '@assay/command';
import { countOf } from '@assay/wording';
import type { Command } from 'commander';
import { endSessionsOf, findAccount, recordOperatorAct, resetFactors } from '../modules/accounts/index.ts';
import { inTransaction } from '../platform/db/index.ts';
import type { CommandContext } from './context.ts';
import { recordEvent } from './record-event.ts';

/** `assay admin factors …`: for users who have lost factor and recovery codes. */
export function registerFactors(admin: Command, context: CommandContext): void {
  admin
    .command('factors')
    .description('Second factors of accounts')
    .command('reset')
    .description('Remove all second factors of an account and end its sessions: make sure first who asks')
    .argument('<email>')
    .action(async (email: string) => {
      const pool = await context.openDatabase();
      const account = await findAccount(pool, email);
      if (account === null) throw new CommandError(`No account has the email ${email}.`, EXIT.no);
      const { sub } = account;
      const removed = await inTransaction(pool, async (tx) => {
        const count = await resetFactors(tx, sub);
        await endSessionsOf(tx, sub, new Date());
        await recordOperatorAct(tx, 'factor.remove', { subs: [sub], text: null });
        return count;
      });
      const event = { name: 'admin_action', action: 'account.factors_reset', target: null } as const;
      await recordEvent(context, event, { kind: 'account', sub });
      context.out(
        `${email} has no second factor any more (${countOf(removed, 'factor')} removed). Its sessions ended.`,
      );
    });
}
