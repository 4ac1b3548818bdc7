import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { type AccountOrder, findAccount, orderAccount } from '../features/admin/index.ts';
import { restoreTelegramUser, suspendTelegramUser } from '../features/bot-accounts/index.ts';
import { auditLedger, FLEX_TARIFF, FREE_TARIFF, ledger, measureLedger } from '../features/ledger/index.ts';
import { type CommandContext, CommandError, EXIT } from './context.ts';

/** More than anybody means to give at once: a slip of the finger. */
const MOST_CREDITED = 100_000;

/** Also one who has not written yet: nobody is looked up. */
const TELEGRAM_USER = /^telegram:([1-9]\d{0,15})$/;
const SUSPENDABLE = 'an e-mail, or telegram:<user id>';

interface CreditOptions {
  readonly bought?: true;
  readonly key?: string;
}

/** `assay admin …`: what only the operator of an installation may do. */
export function registerAdmin(program: Command, context: CommandContext): void {
  const admin = program.command('admin').description('Administrators, suspended accounts, checks given by hand, audit');

  admin
    .command('grant')
    .description('Make an account an administrator; ADMIN_EMAILS does the same by a setting')
    .argument('<email>')
    .action((email: string) => order(context, email, { do: 'grant' }, 'is an administrator now'));
  admin
    .command('revoke')
    .description('Take the role of an administrator back; who stands in ADMIN_EMAILS keeps it')
    .argument('<email>')
    .action((email: string) =>
      order(context, email, { do: 'revoke' }, 'is no administrator by the command line any more'),
    );
  admin
    .command('suspend')
    .description('Suspend an account: it may sign in and sees why, and can neither check nor buy')
    .argument('<account>', SUSPENDABLE)
    .option('--reason <text>', 'what its user reads')
    .action((account: string, { reason }: { readonly reason?: string }) =>
      order(context, account, { do: 'suspend', reason: reason?.trim() || null }, 'is suspended'),
    );
  admin
    .command('restore')
    .description('End the suspension of an account')
    .argument('<account>', SUSPENDABLE)
    .action((account: string) => order(context, account, { do: 'restore' }, 'is not suspended'));
  admin
    .command('credit')
    .description('Give an account checks that never lapse')
    .argument('<email>')
    .argument('<checks>', `1 to ${MOST_CREDITED}`)
    .option('--bought', 'as checks that were paid for (Flex) instead of free ones')
    .option('--key <key>', 'a text of your own, such as an invoice number: the same one credits once')
    .action((email: string, checks: string, options: CreditOptions) => credit(context, email, checks, options));
  admin
    .command('audit')
    .description('Prove the ledger: every balance from its entries, every reservation to its end')
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', '\nExit codes: 0 everything adds up, 1 something does not, 3 it could not be looked at.')
    .action((options: { readonly json?: true }) => audit(context, options.json === true));
}

async function order(context: CommandContext, account: string, what: AccountOrder, done: string): Promise<void> {
  const pool = await context.openDatabase();
  const telegramId = TELEGRAM_USER.exec(account)?.[1];
  if (telegramId !== undefined && what.do === 'suspend') {
    await suspendTelegramUser(pool, telegramId, what.reason, new Date());
  } else if (telegramId !== undefined && what.do === 'restore') await restoreTelegramUser(pool, telegramId);
  else if (!(await orderAccount(pool, account, what, new Date()))) throw noAccount(account);
  context.out(`${account} ${done}.`);
}

async function credit(context: CommandContext, email: string, given: string, options: CreditOptions): Promise<void> {
  const checks = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  if (checks < 1 || checks > MOST_CREDITED) {
    throw new CommandError(`The number of checks must be 1 to ${MOST_CREDITED}.`, EXIT.usage);
  }
  const pool = await context.openDatabase();
  const account = await findAccount(pool, email);
  if (account === null) throw noAccount(email);
  const isNew = await ledger.grant(pool, {
    sub: account.sub,
    tariff: options.bought === true ? FLEX_TARIFF : FREE_TARIFF,
    checks,
    reason: 'operator',
    key: `operator:${options.key ?? randomUUID()}`,
    expiresAt: null,
  });
  const { checks: left } = await ledger.stateOf(pool, account.sub);
  context.out(isNew ? `${email} has ${left} checks.` : `This key was credited before. ${email} has ${left} checks.`);
}

async function audit(context: CommandContext, asJson: boolean): Promise<void> {
  const pool = await context.openDatabase();
  const faults = await auditLedger(pool);
  const { entries, tariffs } = await measureLedger(pool);
  if (asJson) context.out(JSON.stringify({ entries, tariffs, faults }));
  else
    for (const { fault, subject, expected, found } of faults) {
      context.out(`${subject}: ${fault}; expected ${expected}, found ${found}`);
    }
  const size = `${entries} entries on ${tariffs} tariffs`;
  if (faults.length > 0) throw new CommandError(`${size}: ${faults.length} do not add up.`, EXIT.no);
  if (!asJson) context.out(`${size}: everything adds up.`);
}

function noAccount(email: string): CommandError {
  return new CommandError(`No account has the e-mail ${email}.`, EXIT.no);
}
