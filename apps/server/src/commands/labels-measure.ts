import { CommandError, EXIT, tableText } from '@assay/command';
import { isNetworkId } from '@assay/domain';
import type { Command } from 'commander';
import { entityKeyOf } from '../modules/labels/index.ts';
import { derivePorts, type MeasuredLabels, measureLabels } from '../modules/records/index.ts';
import type { CommandContext } from '../platform/command/context.ts';

const RULE_WORDS = { cluster: 'cluster', deposit_address: 'deposit address' } as const;

/** `assay labels measure`. */
export function registerLabelMeasure(labels: Command, context: CommandContext): void {
  labels
    .command('measure')
    .description(
      'How right clusters and deposit addresses of method 2 are, on labelled addresses that they were not shown',
    )
    .option('--network <network>', 'one network alone')
    .option('--json', 'print as JSON')
    .action(async (options: { readonly network?: string; readonly json?: boolean }) => {
      const { network = null } = options;
      if (network !== null && !isNetworkId(network)) {
        throw new CommandError(`Unknown network "${network}"`, EXIT.usage);
      }
      const pool = await context.openDatabase();
      const rows = await measureLabels(pool, derivePorts(pool).given, network, entityKeyOf, context.signal);
      context.out(options.json ? JSON.stringify(rows, null, 2) : measureText(rows));
    });
}

/** The rows for people: shares in percent, and what nothing could be judged of in one line. */
function measureText(rows: readonly MeasuredLabels[]): string {
  const percent = (share: number | null): string => (share === null ? '–' : (share * 100).toFixed(1));
  const judged = rows.filter(({ n }) => n > 0);
  const blocks: string[] = [];
  if (judged.length > 0) {
    const cells = judged.map((row) => [
      ...[row.network, row.ticker, RULE_WORDS[row.rule], row.measure, String(row.n), String(row.hits)],
      ...[percent(row.share), `${percent(row.low)} to ${percent(row.high)}`],
    ]);
    blocks.push(tableText(['Network', 'Asset', 'Rule', 'Measure', 'n', 'Hits', 'Percent', '95% interval'], cells));
  }
  const nameOf = ({ network, ticker, rule }: MeasuredLabels): string => `${network} ${ticker} (${RULE_WORDS[rule]})`;
  const known = new Set(judged.map(nameOf));
  const others = [...new Set(rows.map(nameOf))].filter((name) => !known.has(name));
  if (others.length > 0) blocks.push(`No labelled address to judge: ${others.join(', ')}`);
  return blocks.join('\n\n');
}
