import { CommandError, EXIT } from '@assay/command';
import { countOf, formatCount } from '@assay/wording';
import type { Command } from 'commander';
import { countMailedLinks, LINK_KEPT_MS } from '../modules/accounts/index.ts';
import { busiestPlaces, dayOf, GRANTS_KEPT_DAYS, grantTotals, unchargedTotals } from '../modules/money/index.ts';
import type { CommandContext } from '../platform/command/context.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;
const SHOWN_PLACES = 10;

interface GrantsOptions {
  readonly days?: string;
  readonly json?: true;
}

/** `assay grants`: what was given for nothing and what was refused, by day, kind, network and mail domain. */
export function registerGrants(program: Command, context: CommandContext): void {
  program
    .command('grants')
    .option('--days <n>', `of so many days (UTC), 1 to ${GRANTS_KEPT_DAYS}; default ${DEFAULT_DAYS}`)
    .option('--json', 'print as JSON')
    .action((options: GrantsOptions) => showGrants(context, options));
}

async function showGrants(context: CommandContext, { days, json }: GrantsOptions): Promise<void> {
  const since = firstDayOf(daysOf(days));
  // Of an earlier day some links are deleted by now.
  const mailsSince = firstDayOf(Math.min(daysOf(days), LINK_KEPT_MS / DAY_MS));
  const db = await context.openDatabase();
  const [totals, networks, domains, mails, uncharged] = [
    await grantTotals(db, since),
    await busiestPlaces(db, 'network', since, SHOWN_PLACES),
    await busiestPlaces(db, 'domain', since, SHOWN_PLACES),
    await countMailedLinks(db, mailsSince),
    await unchargedTotals(db, since),
  ];
  if (json === true) {
    context.out(JSON.stringify({ since, grants: totals, networks, domains, mailsSince, mails, uncharged }));
    return;
  }
  if (totals.length === 0) context.out(`Nothing was given since ${since}.`);
  for (const { day, kind, refusedBy, gifts, checks } of totals) {
    const what = `${day}  ${kind.padEnd(8)} ${formatCount(gifts).padStart(6)}`;
    context.out(
      refusedBy === null ? `${what} given, ${countOf(checks, 'check')}` : `${what} refused, limit: ${refusedBy}`,
    );
  }
  for (const { title, places } of [
    { title: 'Networks', places: networks },
    { title: 'Mail domains', places: domains },
  ]) {
    if (places.length > 0) context.out(`${title}:`);
    for (const { place, given, refused } of places) {
      context.out(`  ${place.padEnd(32)} ${formatCount(given)} given, ${formatCount(refused)} refused`);
    }
  }
  for (const { day, answers, owners } of uncharged) {
    context.out(`${day}  ${countOf(answers, 'answer')} without a charge, to ${countOf(owners, 'account')}`);
  }
  if (mailsSince > since) context.out(`Links are kept for a week: those mailed are counted since ${mailsSince}.`);
  for (const { day, links } of mails) context.out(`${day}  ${countOf(links, 'link')} to sign in by mailed`);
}

/** Of the last days, today included. */
function firstDayOf(days: number): string {
  return dayOf(new Date(Date.now() - (days - 1) * DAY_MS));
}

function daysOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_DAYS;
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= GRANTS_KEPT_DAYS) return days;
  throw new CommandError(`--days must be a whole number, 1 to ${GRANTS_KEPT_DAYS}`, EXIT.usage);
}
