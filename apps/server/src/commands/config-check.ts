import { CommandError, EXIT } from '@assay/command';
import { listedPlans, type PriceList } from '@assay/domain';
import { countOf, formatCents } from '@assay/wording';
import type { Command } from 'commander';
import type { Config } from '../config/config.ts';
import { describeSettings, type SettingDescription } from '../config/describe-settings.ts';
import { unsafeToServe } from '../config/unsafe-to-serve.ts';
import { isLoopbackServer } from '../kernel/network/loopback.ts';
import type { CommandContext } from './context.ts';

/** `assay config`: the settings as they count. */
export function registerConfig(program: Command, context: CommandContext): void {
  const command = program.command('config');
  command
    .command('check')
    .description('Print every setting and where it comes from, secrets only as set, and what others’ access needs.')
    .option('--all', 'print also settings that are unset and have no default')
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 a server starts with these settings and is ready for others, 1 something is missing for others, ' +
        '2 a setting is wrong.',
    )
    .action((options: { readonly all?: true; readonly json?: true }) => {
      const settings = describeSettings(context.environment);
      const missing = missingForOthers(context.config);
      const { priceList } = context.config;
      if (options.json === true) {
        context.out(JSON.stringify({ settings, price_list: priceList, missing_for_others: missing }));
      } else {
        for (const line of linesOf(settings, options.all === true)) context.out(line);
        const isFile = settings.some(({ name, value }) => name === 'OPERATOR_FILE' && value !== null);
        context.out(
          `\nPlans and prices in US dollars (${isFile ? 'operator file, and default for what it leaves out' : 'default'}):`,
        );
        for (const line of priceLines(priceList)) context.out(line);
      }
      if (missing.length === 0) return;
      throw new CommandError(`Before others may reach the server:\n  ${missing.join('\n  ')}`, EXIT.no);
    });
}

/** What a start refuses, or would refuse if HOST let others in. */
function missingForOthers(config: Config): readonly string[] {
  if (!isLoopbackServer(config)) return unsafeToServe(config);
  const unset = config.isPublicUrlSet ? [] : ['PUBLIC_URL must be set to the https address that visitors use'];
  const open = { ...config, host: '0.0.0.0', publicUrl: config.isPublicUrlSet ? config.publicUrl : 'https://unset' };
  return [...unset, ...unsafeToServe(open)];
}

function linesOf(settings: readonly SettingDescription[], isAll: boolean): readonly string[] {
  const shown = settings.filter(({ from, value }) => isAll || from !== 'default' || value !== null);
  const width = Math.max(...shown.map(({ name }) => name.length));
  return shown.map((setting) => `${setting.name.padEnd(width)}  ${setting.from.padEnd(11)}  ${shownValue(setting)}`);
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
    `Claims: ${claims.assets} assets; support ${claims.supportHours}; ${claims.prioritySupport}`,
  ];
}

function shownValue({ from, value, isSecret }: SettingDescription): string {
  if (isSecret && from !== 'default') return 'set';
  return value ?? 'none';
}
