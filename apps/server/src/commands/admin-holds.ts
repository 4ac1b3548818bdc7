import { CommandError, EXIT, printable, tableText } from '@assay/command';
import type { Command } from 'commander';
import {
  COMPANY_NAME,
  endHold,
  endOfHold,
  findAccount,
  findCompany,
  type HeldTarget,
  lastDayOf,
  legalHoldsStore,
  placeHold,
  TELEGRAM_NAME,
} from '../modules/accounts/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { recordEvent } from '../platform/command/record-event.ts';
import { type Db, inTransaction } from '../platform/db/index.ts';
import type { AdminAction } from '../platform/kernel/security-events/index.ts';

const HOLDABLE = 'an email, workspace:<id> for a company, or telegram:<user id> for a chat of the bot';
const MOST_NAME = 200;
const MOST_REASON = 1_000;

interface PlaceOptions {
  readonly by: string;
  readonly reason: string;
  readonly until: string;
}

/** `assay admin hold …`: legal holds, which stop every removal of a workspace's data until a day. */
export function registerHolds(admin: Command, context: CommandContext): void {
  const hold = admin
    .command('hold')
    .description('Legal holds: data that must be kept, by whose order, why and until when');

  hold
    .command('place')
    .description('Keep all data of an account, company or chat until a day; nothing of it can be deleted until then')
    .argument('<account>', HOLDABLE)
    .requiredOption('--by <name>', 'who asks for it: a court, an authority, a lawyer, with the number of the file')
    .requiredOption('--reason <text>', 'why')
    .requiredOption('--until <day>', 'the last day (UTC) of the hold, such as 2027-03-01; ten years ahead at most')
    .action((account: string, options: PlaceOptions) => place(context, account, options));
  hold
    .command('list')
    .description('List the holds in force')
    .option('--all', 'also those that ended in the last 400 days')
    .option('--json', 'print them as JSON')
    .action((options: { readonly all?: true; readonly json?: true }) => list(context, options));
  hold
    .command('end')
    .description('End a hold before its day: what is too old is removed within the hour')
    .argument('<hold>', 'its id, as the list has it')
    .requiredOption('--by <name>', 'who decided it')
    .requiredOption('--reason <text>', 'why')
    .action((id: string, options: Omit<PlaceOptions, 'until'>) => end(context, id, options));
}

async function place(context: CommandContext, account: string, { by, reason, until }: PlaceOptions): Promise<void> {
  const hold = { placedBy: textOf('--by', by, MOST_NAME), reason: textOf('--reason', reason, MOST_REASON) };
  const ends = endOfHold(until, new Date());
  if (ends === null) {
    throw new CommandError(
      '--until must be a day such as 2027-03-01, today or later, at most ten years ahead.',
      EXIT.usage,
    );
  }
  const pool = await context.openDatabase();
  const placed = await inTransaction(pool, (tx) =>
    placeHold(tx, () => targetOf(tx, account), { ...hold, until: ends }),
  );
  if (placed === null) throw new CommandError(`Nothing is known by the name ${printable(account)}.`, EXIT.no);
  await recordHold(context, 'hold.place', placed.id, placed.sub);
  context.out(`${placed.id}: ${printable(account)} is under a legal hold until ${lastDayOf(ends)} (UTC).`);
}

async function list(
  context: CommandContext,
  { all, json }: { readonly all?: true; readonly json?: true },
): Promise<void> {
  const found = await legalHoldsStore.list(await context.openDatabase(), { isAll: all === true });
  if (json === true) return context.out(JSON.stringify(found, null, 2));
  if (found.length === 0) return context.out('No legal hold is in force.');
  const rows = found.map(({ id, name, workspace, placedBy, reason, placedAt, until, endedAt }) => [
    id,
    printable(name ?? workspace),
    lastDayOf(until),
    endedAt === null ? '' : endedAt.toISOString().slice(0, 10),
    placedAt.toISOString().slice(0, 10),
    printable(placedBy),
    printable(reason),
  ]);
  context.out(tableText(['id', 'account', 'until', 'ended', 'placed', 'by', 'reason'], rows));
}

async function end(context: CommandContext, id: string, { by, reason }: Omit<PlaceOptions, 'until'>): Promise<void> {
  const pool = await context.openDatabase();
  const decision = { by: textOf('--by', by, MOST_NAME), reason: textOf('--reason', reason, MOST_REASON) };
  const ended = await inTransaction(pool, (tx) => endHold(tx, id, decision));
  if (ended === null) throw new CommandError(`No hold in force has the id ${printable(id)}.`, EXIT.no);
  await recordHold(context, 'hold.end', id, ended.workspace);
  const others = await legalHoldsStore.heldUntil(pool, ended.workspace);
  context.out(
    others === null
      ? `${id} has ended. What is too old is removed within the hour.`
      : `${id} has ended. Another hold on the same data is in force until ${lastDayOf(others)} (UTC).`,
  );
}

async function targetOf(tx: Db, account: string): Promise<HeldTarget | null> {
  const company = COMPANY_NAME.exec(account)?.[1];
  if (company !== undefined) return ofKind('workspace', await findCompany(tx, company));
  const telegramId = TELEGRAM_NAME.exec(account)?.[1];
  if (telegramId !== undefined) return ofKind('chat', await legalHoldsStore.chatAccount(tx, telegramId));
  return ofKind('person', await findAccount(tx, account));
}

function ofKind(kind: HeldTarget['kind'], found: { readonly sub: string } | null): HeldTarget | null {
  return found === null ? null : { sub: found.sub, kind };
}

function textOf(option: string, given: string, most: number): string {
  const text = given.trim();
  if (text.length >= 1 && text.length <= most) return text;
  throw new CommandError(`${option} must have 1 to ${most} characters.`, EXIT.usage);
}

async function recordHold(context: CommandContext, action: AdminAction, id: string, sub: string): Promise<void> {
  await recordEvent(context, { name: 'admin_action', action, target: id }, { kind: 'account', sub });
}
