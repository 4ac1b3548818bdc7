import { CommandError, EXIT, printable, tableText } from '@assay/command';
import { countOf, formatCents } from '@assay/wording';
import type { Command } from 'commander';
import type { Decision, Held, HeldOrders } from '../modules/money/index.ts';
import { wireHeldOrders } from '../modules/money/open/payments.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { recordEvent } from '../platform/command/record-event.ts';
import { sellerOf } from '../platform/config/settings/operator-settings.ts';
import { AppError } from '../platform/kernel/app-error.ts';

const LISTED = 1_000;
/** A larger number is taken for a typing error. */
const MOST_CREDITED = 100_000;

interface DecideOptions {
  readonly reason: string;
  readonly deposit?: string;
  readonly checks?: string;
}

/** `assay admin payments …`: money that arrived and pays nothing by itself, and what is done about it. */
export function registerPayments(admin: Command, context: CommandContext): void {
  const payments = admin.command('payments').description('Money that is held: listed, credited or refused');
  payments
    .command('held')
    .description('List the orders of which money is held, with the reason, the longest held first')
    .option('--json', 'print them as JSON')
    .action((options: { readonly json?: true }) => list(context, options.json === true));
  payments
    .command('show')
    .description('Print everything that is known about the money of an order, as JSON')
    .argument('<order>')
    .action((id: string) => show(context, id));
  const deciding = (name: string, description: string) =>
    payments
      .command(name)
      .description(description)
      .argument('<order>')
      .requiredOption('--reason <text>', 'why, for the audit log')
      .option('--deposit <id>', 'only this payment of the provider; by default all that is held of the order');
  deciding('credit', 'Accept held money as the price of its order, or give checks for it')
    .option('--checks <number>', `give so many checks, 1 to ${MOST_CREDITED}; by default the order is paid by it`)
    .action((id: string, options: DecideOptions) => decide(context, id, options, whatOf(options.checks)));
  deciding('refuse', 'Mark held money as sent back; send it back in the dashboard of the provider').action(
    (id: string, options: DecideOptions) => decide(context, id, options, 'refuse'),
  );
}

function whatOf(given: string | undefined): Decision['what'] {
  if (given === undefined) return 'order';
  const checks = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  if (checks >= 1 && checks <= MOST_CREDITED) return { checks };
  throw new CommandError(`The number of checks must be 1 to ${MOST_CREDITED}.`, EXIT.usage);
}

async function open(context: CommandContext): Promise<HeldOrders> {
  const log = { warn: () => undefined, error: () => undefined };
  return wireHeldOrders(await context.openDatabase(), { log, seller: sellerOf(context.config) });
}

async function list(context: CommandContext, isJson: boolean): Promise<void> {
  const orders = await open(context);
  const found = await orders.list(LISTED);
  const all = await Promise.all(
    found.map(async ({ id, heldSince }) => ({ ...(await orders.show(id)).order, heldSince })),
  );
  if (isJson) {
    const listed = all.map(({ id, sub, provider, amountCents, status, heldSince, held }) => {
      return { order: id, workspace: sub, provider, amountCents, status, heldSince, held };
    });
    return context.out(JSON.stringify(listed, null, 2));
  }
  if (all.length === 0) return context.out('No money is held.');
  const rows = all.flatMap(({ id, status, amountCents, heldSince, held }) =>
    held.map((one) => [
      id,
      status,
      formatCents(amountCents),
      one.reason,
      amountText(one),
      one.deposit,
      dayOf(heldSince),
    ]),
  );
  context.out(tableText(['order', 'status', 'price', 'held because', 'amount', 'deposit', 'since'], rows));
}

async function show(context: CommandContext, id: string): Promise<void> {
  const orders = await open(context);
  const { order, reports, uses } = await findable(id, () => orders.show(id));
  const { id: name, sub, provider, planId, checks, amountCents, status, createdAt, heldSince, held } = order;
  const facts = { order: name, workspace: sub, provider, planId, checks, amountCents, status, createdAt, heldSince };
  context.out(JSON.stringify({ ...facts, held, reports, decided: uses }, null, 2));
}

async function decide(
  context: CommandContext,
  id: string,
  { reason, deposit }: DecideOptions,
  what: Decision['what'],
): Promise<void> {
  const why = reason.trim();
  if (why === '' || why.length > 500) throw new CommandError('A reason must have 1 to 500 characters.', EXIT.usage);
  const orders = await open(context);
  await findable(id, () => orders.show(id));
  const decided = await findable(
    id,
    () => orders.decide(id, { what, deposit: deposit ?? null, reason: why }),
    `The account of order ${id} is gone, so nobody can be credited: refuse the money.`,
  );
  if (decided.length === 0) throw new CommandError(`No such money of order ${id} is held.`, EXIT.no);
  const isRefused = what === 'refuse';
  const { order } = await orders.show(id);
  const about = order.sub === null ? null : ({ kind: 'account', sub: order.sub } as const);
  const action = isRefused ? 'order.refuse' : 'order.accept';
  await recordEvent(context, { name: 'admin_action', action, target: id }, about);
  const amounts = decided.map(amountText).join(', ');
  const outcome = isRefused
    ? 'is marked as sent back'
    : typeof what === 'object'
      ? `is credited as ${countOf(what.checks, 'check credit')}`
      : 'pays the order';
  context.out(`Order ${id}: ${amounts} ${outcome}. The order is ${order.status}.`);
}

/** @param nobody what is said where the order is known, and nobody can be credited */
async function findable<T>(id: string, ask: () => Promise<T>, nobody: string | null = null): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.errorName === 'NotFound')
      throw new CommandError(nobody ?? `There is no order ${printable(id)}.`, EXIT.no);
    if (error.errorName === 'OrderClosed') {
      throw new CommandError(
        'The order is paid already, or was to be paid by card: give --checks, or refuse.',
        EXIT.no,
      );
    }
    if (error.errorName === 'Overloaded') {
      throw new CommandError('The order changed at the same moment. Run the command again.', EXIT.failed);
    }
    throw error;
  }
}

function amountText({ amount, asset }: Held): string {
  return amount === null ? 'an amount that is not stated' : `${amount} ${(asset ?? '?').toUpperCase()}`;
}

function dayOf(day: Date | null): string {
  return day?.toISOString().slice(0, 10) ?? '';
}
