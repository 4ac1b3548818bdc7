import { CommandError, EXIT, tableText } from '@assay/command';
import { isNetworkId } from '@assay/domain';
import { countOf } from '@assay/wording';
import type { Command } from 'commander';
import { refusedJoins } from '../modules/records/index.ts';
import type { CommandContext } from '../platform/command/context.ts';

const PAGE_SIZE = 50;
const HEADER = ['Network', 'Asset', 'Transaction', 'Address', 'Service', 'Other address', 'Its service'];

interface JoinsOptions {
  readonly network?: string;
  readonly page: string;
  readonly json?: boolean;
}

/** `assay labels refused-joins`. */
export function registerRefusedJoins(labels: Command, context: CommandContext): void {
  labels
    .command('refused-joins')
    .description('Clusters of two services that one transaction would have joined, which the rule of clusters refuses')
    .option('--network <network>', 'one network alone')
    .option('--page <number>', `which ${PAGE_SIZE} of them`, '1')
    .option('--json', 'print as JSON')
    .action(async ({ network, page: pageText, json }: JoinsOptions) => {
      if (network !== undefined && !isNetworkId(network)) {
        throw new CommandError(`Unknown network "${network}"`, EXIT.usage);
      }
      if (!/^[1-9]\d{0,5}$/.test(pageText)) throw new CommandError('--page takes a number from 1.', EXIT.usage);
      const page = Number(pageText);
      const { joins, total } = await refusedJoins(await context.openDatabase(), network ?? null, page, PAGE_SIZE);
      const pages = Math.ceil(total / PAGE_SIZE);
      if (json === true) return context.out(JSON.stringify({ joins, page, pages, total }, null, 2));
      if (joins.length > 0) {
        const cells = joins.map((join) => [
          ...[join.network, join.ticker, join.transactionId, join.address, join.entity ?? '–'],
          ...[join.otherAddress, join.otherEntity ?? '–'],
        ]);
        context.out(tableText(HEADER, cells));
      }
      context.out(total === 0 ? 'No join was refused.' : `${countOf(total, 'join')}, page ${page} of ${pages}`);
    });
}
