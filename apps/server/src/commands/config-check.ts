import { CommandError, EXIT } from '@assay/command';
import { listedPlans, type MarketingClaims, type PriceList } from '@assay/domain';
import { countOf, formatCents } from '@assay/wording';
import { type Command, Option } from 'commander';
import {
  type ListAge,
  listAges,
  readEntityFacts,
  readServicesList,
  type ServicesList,
} from '../modules/labels/index.ts';
import type { CommandContext } from '../platform/command/context.ts';
import type { Config } from '../platform/config/config.ts';
import { describeSettings, type SettingDescription } from '../platform/config/describe-settings.ts';
import { unsafeToServe, warningsToServe } from '../platform/config/unsafe-to-serve.ts';
import { lookInDatabase, UnseenDatabaseError } from '../platform/db/postgres/look-in-database.ts';
import { isLoopbackServer } from '../platform/kernel/network/loopback.ts';

/** `assay config`: the settings as they count. */
export function registerConfig(program: Command, context: CommandContext): void {
  const command = program.command('config');
  command
    .command('check')
    .description('Print every setting and where it comes from, secrets only as set, and what others’ access needs.')
    // Scripts may name it: all are printed without it too.
    .addOption(new Option('--all').hideHelp())
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 a server starts with these settings and is ready for others, 1 something is missing for others, ' +
        '2 a setting is wrong.',
    )
    .action(async (options: { readonly json?: true }) => {
      const settings = describeSettings(context.environment, context.config);
      const missing = missingForOthers(context.config);
      const { priceList, servicesFile } = context.config;
      const services = await readServicesList(await readEntityFacts(), servicesFile);
      const lists = await sanctionsLists(context);
      const warnings = warningsToServe(context.config);
      if (options.json === true) {
        context.out(
          JSON.stringify({
            settings,
            price_list: priceList,
            services: { rows: services.rows.length, version: services.version },
            sanctions_lists: lists,
            warnings,
            missing_for_others: missing,
          }),
        );
      } else {
        for (const line of linesOf(settings)) context.out(line);
        const isFile = settings.some(({ name, value }) => name === 'OPERATOR_FILE' && value !== null);
        context.out(
          `\nPlans and prices in US dollars (${isFile ? 'operator file, and default for what it leaves out' : 'default'}):`,
        );
        for (const line of priceLines(priceList)) context.out(line);
        context.out(`\n${servicesLine(services)}`);
        context.out(`\nLists of sanctions (${scheduleText(context.config)}):`);
        for (const line of listLines(lists)) context.out(line);
        for (const line of warnings) context.err(line);
      }
      if (missing.length === 0) return;
      throw new CommandError(`Before others may reach the server:\n  ${missing.join('\n  ')}`, EXIT.no);
    });
}

/**
 * How old the stored lists are, or why that cannot be said: settings are checked before there is a database too, and
 * before an upgrade.
 */
async function sanctionsLists({ config }: CommandContext): Promise<readonly ListAge[] | { unread: string }> {
  try {
    return (await lookInDatabase(config, listAges)).filter(({ isSanctions }) => isSanctions);
  } catch (error) {
    if (!(error instanceof UnseenDatabaseError)) throw error;
    return { unread: error.message };
  }
}

function servicesLine({ rows, version }: ServicesList): string {
  const own = rows.filter(({ origin, endedBecause }) => origin === 'operator' || endedBecause !== null).length;
  return `Services that identify their customers: ${countOf(rows.length, 'row')}, ${own} by SERVICES_FILE, version ${version}`;
}

function scheduleText({ labelUpdates: { everyHours } }: Config): string {
  return everyHours === 0 ? 'fetched by `assay labels update` only' : `fetched every ${countOf(everyHours, 'hour')}`;
}

function listLines(lists: Awaited<ReturnType<typeof sanctionsLists>>): readonly string[] {
  if ('unread' in lists) return [`Not read: ${lists.unread}`];
  return lists.map(({ title, currentAt }) =>
    currentAt === null ? `${title}: not loaded` : `${title}: as of ${currentAt.slice(0, 16).replace('T', ' ')} UTC`,
  );
}

/** What a start refuses, or would refuse if HOST let others in. */
function missingForOthers(config: Config): readonly string[] {
  if (!isLoopbackServer(config)) return unsafeToServe(config);
  const unset = config.isPublicUrlSet ? [] : ['PUBLIC_URL must be set to the https address that visitors use'];
  const open = { ...config, host: '0.0.0.0', publicUrl: config.isPublicUrlSet ? config.publicUrl : 'https://unset' };
  return [...unset, ...unsafeToServe(open)];
}

function linesOf(settings: readonly SettingDescription[]): readonly string[] {
  const width = Math.max(...settings.map(({ name }) => name.length));
  return settings.map((setting) => {
    const { from, value } = setting;
    const name = setting.name.padEnd(width);
    return from === 'default' && value === null
      ? `${name}  not set`
      : `${name}  ${from.padEnd(11)}  ${shownValue(setting)}`;
  });
}

function priceLines(priceList: PriceList): readonly string[] {
  const { checkCents, discountTiers, claims } = priceList;
  const discounts = discountTiers.filter(({ percent }) => percent > 0);
  return [
    `One check ${formatCents(checkCents)}${discounts.map(({ from, percent }) => `, ${percent}% off from ${from}`).join('')}`,
    ...listedPlans(priceList)
      .filter(({ periodCheckAdd }) => periodCheckAdd !== 'none')
      .map(
        ({ name, type, priceCents, numberChecks }) =>
          `${name}, ${countOf(Number(type.split('_')[1]), 'month')}: ${formatCents(priceCents)} for ${numberChecks} checks`,
      ),
    `Claims: ${statedClaims(claims)}`,
  ];
}

function statedClaims({ assets, supportHours, prioritySupport }: MarketingClaims): string {
  const stated = [assets && `${assets} assets`, supportHours && `support ${supportHours}`, prioritySupport];
  return stated.filter((claim) => claim !== null).join('; ') || 'none';
}

function shownValue({ from, value, isSecret }: SettingDescription): string {
  if (isSecret && from !== 'default') return 'set';
  return value ?? 'none';
}
