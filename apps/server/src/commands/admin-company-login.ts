import { CommandError, EXIT } from '@assay/command';
import type { Command } from 'commander';
import { freeDomain } from '../modules/accounts/index.ts';
import { recordAudit } from '../platform/audit/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { recordEvent } from '../platform/command/record-event.ts';
import { inTransaction } from '../platform/db/index.ts';

/** `assay admin company-login …`: for companies whose provider is out of order and whose owners have no factor left. */
export function registerCompanyLogin(admin: Command, context: CommandContext): void {
  admin
    .command('company-login')
    .description('Logins by the providers of companies')
    .command('free')
    .description('End that a mail domain must use the login of its company: make sure first who asks')
    .argument('<domain>')
    .action(async (given: string) => {
      const domain = given.toLowerCase();
      const pool = await context.openDatabase();
      if (!(await inTransaction(pool, (tx) => freeDomain(tx, recordAudit, domain)))) {
        throw new CommandError(`No company requires its login for ${domain}.`, EXIT.no);
      }
      await recordEvent(context, { name: 'admin_action', action: 'company_login.free', target: null }, null);
      context.out(`People with an email at ${domain} can log in by links and passkeys again.`);
    });
}
