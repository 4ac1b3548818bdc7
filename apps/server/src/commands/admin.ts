import { randomUUID } from 'node:crypto';
import type { KeySet } from '@assay/certificate';
import { CommandError, EXIT } from '@assay/command';
import { countOf } from '@assay/wording';
import type { Command } from 'commander';
import {
  buildMailboxHash,
  endSessionsOf,
  findAccount,
  grantAdmin,
  type NamedPerson,
  noAccount,
  ownerNamed,
  type ReachedPerson,
  recordOperatorAct,
  resetFactors,
  restorePerson,
  revokeAdmin,
  suspendPerson,
  TELEGRAM_NAME,
} from '../modules/accounts/index.ts';
import { registerKeys } from '../modules/api/commands/admin-keys.ts';
import {
  auditLedger,
  FLEX_TARIFF,
  FREE_TARIFF,
  type LedgerFault,
  ledger,
  measureLedger,
} from '../modules/money/index.ts';
import { openKeyHome } from '../modules/reports/outside/signing/open-key-home.ts';
import { openResultKeys } from '../modules/reports/outside/signing/result-keys.ts';
import { type AuditReport, type NotedCheckpoint, verifyAudit } from '../platform/audit/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { recordEvent } from '../platform/command/record-event.ts';
import { inTransaction } from '../platform/db/index.ts';
import type { AdminAction, Subject } from '../platform/kernel/security-events/index.ts';
import { keptSecret } from '../platform/secret/kept-secret.ts';
import { registerAccounts } from './admin-accounts.ts';
import { registerCompanyLogin } from './admin-company-login.ts';
import { registerHolds } from './admin-holds.ts';
import { registerPayments } from './admin-payments.ts';
import { registerSessionPolicy } from './admin-session-policy.ts';

/** A larger grant is taken for a typing error. */
const MOST_CREDITED = 100_000;

const SUSPENDABLE = 'an email, or telegram:<user id>';

const CREDITABLE = 'an email, or workspace:<id> for a company';

interface CreditOptions {
  readonly bought?: true;
  readonly key?: string;
}

/** `assay admin …`: what only the operator of an installation may do. */
export function registerAdmin(program: Command, context: CommandContext): void {
  const admin = program.command('admin');

  admin
    .command('grant')
    .description('Make an account an administrator; ADMIN_EMAILS does the same by a setting')
    .argument('<email>')
    .action(async (email: string) => {
      const pool = await context.openDatabase();
      if (!(await grantAdmin(pool, email, new Date()))) throw noAccount(email);
      await recordAccount(context, 'account.grant', email);
      context.out(`${email} is an administrator now.`);
    });
  admin
    .command('revoke')
    .description('Take the role of an administrator back; users listed in ADMIN_EMAILS keep it')
    .argument('<email>')
    .action(async (email: string) => {
      const pool = await context.openDatabase();
      if (!(await revokeAdmin(pool, email))) throw noAccount(email);
      await recordAccount(context, 'account.revoke', email);
      context.out(`${email} is no administrator by the command line any more.`);
    });
  admin
    .command('suspend')
    .description('Suspend a person, also in accounts made later: they may sign in and see why, but not check or buy')
    .argument('<account>', SUSPENDABLE)
    .option('--reason <text>', 'what its user reads')
    .action((account: string, { reason }: { readonly reason?: string }) =>
      suspend(context, account, reason?.trim() || null),
    );
  admin
    .command('restore')
    .description('End the suspension of a person')
    .argument('<account>', SUSPENDABLE)
    .action((account: string) => restore(context, account));
  admin
    .command('credit')
    .description('Give an account or a company checks that never lapse')
    .argument('<account>', CREDITABLE)
    .argument('<checks>', `1 to ${MOST_CREDITED}`)
    .option('--bought', 'as checks that were paid for (Flex) instead of free ones')
    .option('--key <key>', 'a text of your own, such as an invoice number: the same one credits once')
    .action((to: string, checks: string, options: CreditOptions) => credit(context, to, checks, options));
  registerAccounts(admin, context);
  registerFactors(admin, context);
  registerCompanyLogin(admin, context);
  registerSessionPolicy(admin, context);
  registerHolds(admin, context);
  registerKeys(admin, context);
  registerPayments(admin, context);
  registerAudit(admin, context);
}

async function suspend(context: CommandContext, account: string, reason: string | null): Promise<void> {
  const pool = await context.openDatabase();
  const reached = await suspendPerson(pool, personOf(account), { reason, now: new Date() });
  await sayReached(context, account, reached, { action: 'account.suspend', state: 'suspended' });
}

async function restore(context: CommandContext, account: string): Promise<void> {
  const pool = await context.openDatabase();
  const { signIn, dataDir } = context.config;
  const mailboxHash = buildMailboxHash(await keptSecret(signIn.mailboxSecret, dataDir, 'mailbox'));
  const reached = await restorePerson(pool, personOf(account), mailboxHash);
  await sayReached(context, account, reached, { action: 'account.restore', state: 'not suspended' });
}

function personOf(account: string): NamedPerson {
  const telegramId = TELEGRAM_NAME.exec(account)?.[1];
  return telegramId === undefined ? { by: 'email', email: account } : { by: 'telegram', telegramId };
}

/** One line for the named person and one for each other name of the same person; one event for each. */
async function sayReached(
  context: CommandContext,
  account: string,
  reached: ReachedPerson | null,
  { action, state }: { readonly action: AdminAction; readonly state: string },
): Promise<void> {
  if (reached === null) throw noAccount(account);
  const { mailbox, accounts, telegramIds } = reached;
  const subjects: readonly Subject[] = [
    ...accounts.map((sub) => ({ kind: 'account', sub }) as const),
    ...telegramIds.map((id) => ({ kind: 'telegram', id }) as const),
  ];
  const about = subjects.length === 0 ? [null] : subjects;
  for (const subject of about) await recordEvent(context, { name: 'admin_action', action, target: null }, subject);
  context.out(`${account} is ${state}.`);
  const names = [...(mailbox === null ? [] : [mailbox]), ...telegramIds.map((id) => `telegram:${id}`)];
  for (const name of names.filter((one) => one !== account.trim().toLowerCase())) {
    context.out(`${name}, the same person, is ${state} too.`);
  }
}

async function recordAccount(context: CommandContext, action: AdminAction, email: string): Promise<void> {
  const found = await findAccount(await context.openDatabase(), email);
  const about: Subject | null = found === null ? null : { kind: 'account', sub: found.sub };
  await recordEvent(context, { name: 'admin_action', action, target: null }, about);
}

async function credit(context: CommandContext, to: string, given: string, options: CreditOptions): Promise<void> {
  const checks = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  if (checks < 1 || checks > MOST_CREDITED) {
    throw new CommandError(`The number of checks must be 1 to ${MOST_CREDITED}.`, EXIT.usage);
  }
  const pool = await context.openDatabase();
  const { sub, name, isCompany } = await ownerNamed(pool, to);
  const isNew = await inTransaction(pool, async (tx) => {
    const isCredited = await ledger.grant(tx, {
      sub,
      tariff: options.bought === true ? FLEX_TARIFF : FREE_TARIFF,
      checks,
      reason: 'operator',
      key: `operator:${options.key ?? randomUUID()}`,
      expiresAt: null,
    });
    const text = countOf(checks, 'check credit');
    const kind = isCompany ? 'workspace' : 'person';
    if (isCredited) await recordOperatorAct(tx, 'account.credit', { subs: [sub], kind, text });
    return isCredited;
  });
  const { checks: left } = await ledger.stateOf(pool, sub);
  if (isNew) {
    const event = { name: 'admin_action', action: 'account.credit', target: String(checks) } as const;
    await recordEvent(context, event, { kind: 'account', sub });
  }
  context.out(isNew ? `${name} has ${left} checks.` : `This key was credited before. ${name} has ${left} checks.`);
}

interface AuditOptions {
  readonly json?: true;
  readonly checkpoint?: string;
}

/** `assay admin audit`: proves what the database says about money and about acts. */
function registerAudit(admin: Command, context: CommandContext): void {
  admin
    .command('audit')
    .description('Prove the balance ledger and the audit log: every balance, every entry, every checkpoint')
    .option('--checkpoint <number:digest>', 'a checkpoint that you noted elsewhere, as the log of the server names it')
    .option('--json', 'print what was found as JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 everything adds up, 1 something does not, 2 a checkpoint that cannot be read, 3 there was no ledger to look at, or it could not be read.',
    )
    .action((options: AuditOptions) => audit(context, options));
}

async function audit(context: CommandContext, options: AuditOptions): Promise<void> {
  const noted = options.checkpoint === undefined ? null : readNoted(options.checkpoint);
  const pool = await context.openDatabase();
  const faults = await auditLedger(pool);
  const { entries, tariffs } = await measureLedger(pool);
  const log = await verifyAudit(pool, () => publishedKeys(context), noted);
  if (options.json === true) context.out(JSON.stringify({ entries, tariffs, faults, audit: log }));
  else for (const line of faultLines(faults, log)) context.out(line);
  const size = `${countOf(entries, 'entry', 'entries')} on ${countOf(tariffs, 'plan')}`;
  const logSize = `audit log of ${countOf(log.entries, 'entry', 'entries')} and ${countOf(log.checkpoints, 'checkpoint')}`;
  const found = faults.length + log.faults.length;
  if (found > 0) throw new CommandError(`${size}, ${logSize}: ${found} do not add up.`, EXIT.no);
  // An empty balance ledger proves nothing: mostly it is the wrong database, or a new one.
  if (entries === 0) {
    throw new CommandError(
      'The ledger of this database is empty, so nothing was proven. Do ASSAY_DATA_DIR and DATABASE_URL name the database you mean?',
    );
  }
  if (options.json !== true) context.out(`${size}, ${logSize}: everything adds up.`);
}

function faultLines(faults: readonly LedgerFault[], log: AuditReport): readonly string[] {
  return [
    ...faults.map(
      ({ fault, subject, expected, found }) => `${subject}: ${fault}; expected ${expected}, found ${found}`,
    ),
    ...log.faults.map(({ chain, number, fault }) => {
      if (chain === null) return `audit checkpoint ${number}: ${fault}`;
      return number === null ? `audit log of ${chain}: ${fault}` : `audit log of ${chain}, entry ${number}: ${fault}`;
    }),
  ];
}

function readNoted(text: string): NotedCheckpoint {
  const [, number, digest] = /^(\d{1,9}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase()) ?? [];
  if (number === undefined || digest === undefined) {
    throw new CommandError('A checkpoint is a number, a colon and 64 hexadecimal digits.', EXIT.usage);
  }
  return { number: Number(number), digest };
}

async function publishedKeys({ config, openDatabase }: CommandContext): Promise<KeySet['keys']> {
  const home = await openKeyHome(config, openDatabase);
  return (await (await openResultKeys(home, config.publicUrl, new Date())).keySet()).keys;
}

/** `assay admin factors …`: for users who have lost factor and recovery codes. */
function registerFactors(admin: Command, context: CommandContext): void {
  admin
    .command('factors')
    .description('Second factors of accounts')
    .command('reset')
    .description('Remove all second factors of an account and end its sessions: make sure first who asks')
    .argument('<email>')
    .action(async (email: string) => {
      const pool = await context.openDatabase();
      const account = await findAccount(pool, email);
      if (account === null) throw noAccount(email);
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
