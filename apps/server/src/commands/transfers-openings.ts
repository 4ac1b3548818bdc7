import { CommandError, EXIT } from '@assay/command';
import { networkNamed, usualTicker } from '@assay/domain';
import { formatCount } from '@assay/wording';
import type { Command } from 'commander';
import {
  findLedger,
  inLedgerTransaction,
  type OpeningBalance,
  readOpenings,
  removeOpenings,
} from '../modules/records/index.ts';
import type { CommandContext } from '../platform/command/context.ts';

interface OpeningsOptions {
  readonly network: string;
  readonly asset: string;
  readonly doubtful?: boolean;
  readonly remove?: boolean;
  readonly json?: boolean;
}

/** `assay transfers openings`: what imports stated that accounts held before their first record. */
export function registerOpenings(transfers: Command, context: CommandContext): void {
  transfers
    .command('openings')
    .description('List the opening balances of an asset; those that a column read as empty has written can be removed.')
    .requiredOption('--network <network>')
    .requiredOption('--asset <ticker>')
    .option('--doubtful', 'only of accounts without a record, or with a record of the same amount')
    .option('--remove', 'remove those that are listed')
    .option('--json', 'print as JSON')
    .action((options: OpeningsOptions) => runOpenings(context, options));
}

async function runOpenings(context: CommandContext, options: OpeningsOptions): Promise<void> {
  const network = networkNamed(options.network);
  const ticker = usualTicker(options.asset);
  if (network === undefined) {
    throw new CommandError(`--network is '${options.network}', which Assay cannot follow`, EXIT.usage);
  }
  const pool = await context.openDatabase();
  const listed = await inLedgerTransaction(pool, { network, ticker }, async ({ ledger: client }) => {
    const ledger = await findLedger(client, network, ticker);
    if (ledger === null) return null;
    const found = await readOpenings(client, ledger);
    const chosen = options.doubtful === true ? found.filter(isDoubtful) : found;
    const addresses = chosen.map(({ address }) => address);
    if (options.remove === true && addresses.length > 0) await removeOpenings(client, ledger, addresses);
    return chosen;
  });
  if (listed === null) throw new CommandError(`No records of ${ticker} on ${network} are held.`, EXIT.usage);
  if (options.json === true) {
    context.out(JSON.stringify(listed.map(({ amount, ...rest }) => ({ ...rest, amount: amount.toString() }))));
    return;
  }
  for (const { address, amount, records } of listed)
    context.out(`${address}  ${amount}  ${formatCount(records)} records`);
  const done = options.remove === true ? 'removed' : 'listed';
  context.out(`${formatCount(listed.length)} opening balances of ${ticker} on ${network} ${done}.`);
}

function isDoubtful({ records, isAmountOfRecord }: OpeningBalance): boolean {
  return records === 0 || isAmountOfRecord;
}
