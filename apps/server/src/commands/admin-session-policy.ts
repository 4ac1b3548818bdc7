import { CommandError, EXIT } from '@assay/command';
import type { Command } from 'commander';
import { openToAddresses } from '../modules/accounts/index.ts';
import { recordAudit } from '../platform/audit/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { recordEvent } from '../platform/command/record-event.ts';
import { inTransaction } from '../platform/db/index.ts';

/** The id is on the page 'Workspace'. */
const COMPANY = /^(?:workspace:)?([0-9a-f]{32})$/;

/** `assay admin session-policy …`: for companies whose network changed, and whose owners ask for it. */
export function registerSessionPolicy(admin: Command, context: CommandContext): void {
  admin
    .command('session-policy')
    .description('Session policies of companies')
    .command('open')
    .description('Remove the network addresses of a company: make sure first who asks')
    .argument('<company>', 'workspace:<id>')
    .action(async (given: string) => {
      const company = COMPANY.exec(given)?.[1];
      if (company === undefined) throw new CommandError('A company is named by workspace:<id>.', EXIT.usage);
      const pool = await context.openDatabase();
      if (!(await inTransaction(pool, (tx) => openToAddresses(tx, recordAudit, company)))) {
        throw new CommandError(`No company with the id ${company} limits its network addresses.`, EXIT.no);
      }
      const event = { name: 'admin_action', action: 'session_policy.open', target: null } as const;
      await recordEvent(context, event, { kind: 'account', sub: company });
      context.out(`workspace:${company} can be used from every address again. Its other limits stay.`);
    });
}
