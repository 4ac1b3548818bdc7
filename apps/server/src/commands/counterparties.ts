import { validateAddress } from '@assay/address';
import { CommandError, EXIT, tableText } from '@assay/command';
import { readAddressArgument } from '@assay/command/input';
import { type Counterparties, type CounterpartiesAsked, CounterpartiesQuery } from '@assay/contracts';
import { ASSETS, type Asset, currencyOf, type NetworkId } from '@assay/domain';
import {
  countOf,
  formatAmount,
  formatCoins,
  formatCount,
  formatShare,
  formatUsd,
  isoDayOf,
  nameParty,
  titleOfShare,
} from '@assay/wording';
import type { Command } from 'commander';
import { openPrices } from '../modules/chains/open/prices.ts';
import {
  type CounterpartiesService,
  choiceProblem,
  chooseAsset,
  counterpartyColumns,
  networkNameOf,
  presentPage,
  presentSeen,
  type ReadyList,
  readPageQuery,
} from '../modules/checks/index.ts';
import { wireCounterparties } from '../modules/checks/open/beside-results.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { AppError } from '../platform/kernel/app-error.ts';
import { csvHeader, csvRows } from '../platform/kernel/text/csv.ts';
import { openForChecks } from './open-for-checks.ts';

type FollowedAsset = Asset & { readonly network: NetworkId };

interface CounterpartiesOptions {
  readonly asset: string;
  readonly network?: string;
  readonly outgoing?: true;
  readonly sort: string;
  readonly order?: string;
  readonly category?: string;
  readonly least?: string;
  readonly from?: string;
  readonly to?: string;
  readonly search?: string;
  readonly limit: string;
  readonly cursor?: string;
  readonly csv?: true;
  readonly json?: true;
}

/** How long one call computes before the progress is shown again. */
const STEP_MS = 1_000;

export function registerCounterparties(program: Command, context: CommandContext): void {
  program
    .command('counterparties')
    .argument('<address>', 'whose counterparties are listed')
    .requiredOption('-a, --asset <ticker>', 'the asset, such as BTC or USDT')
    .option('-n, --network <network>', 'the network of a token, such as TRX; needed where the address fits several')
    .option('--outgoing', 'whom the address paid; without it, who paid the address')
    .option('--sort <by>', 'amount, records, first, last or label', 'amount')
    .option('--order <order>', 'asc or desc')
    .option('--category <category>', "only parties with a label of this category; 'none': without a label")
    .option('--least <coins>', 'only parties with this amount in total, or more')
    .option('--from <day>', 'only parties seen on this day or later, YYYY-MM-DD')
    .option('--to <day>', 'only parties seen on this day or before, YYYY-MM-DD')
    .option('--search <text>', 'the beginning of an address, or a part of the name of an entity')
    .option('--limit <number>', 'rows of a page, 1 to 200', '25')
    .option('--cursor <cursor>', 'the next page: what the page before ends with')
    .option('--csv', 'print all of them as CSV')
    .option('--json', 'print the page for programs')
    .addHelpText('after', '\nReads imported records. Exit codes: 0 listed, 2 wrong input, 3 it failed.')
    .action(async (argument: string, options: CounterpartiesOptions) => {
      const text = await readAddressArgument(argument, context);
      const asset = assetFor(text, options);
      const address = addressFor(text, asset);
      const asked = readOptions(options);
      const { pool, log } = await openForChecks(context);
      const priced = openPrices(pool, context.config.prices, log);
      try {
        const counterparties = wireCounterparties(pool, priced.prices, context.config.methodVersion);
        await answer(counterparties, { asset, address, asked }, options, context);
      } catch (error) {
        if (!(error instanceof AppError) || error.errorName !== 'ValidationError') throw error;
        throw new CommandError(
          error.fields.map(({ field, problem }) => `--${field}: ${problem}`).join('\n'),
          EXIT.usage,
        );
      } finally {
        await priced.close();
      }
    });
}

interface Question {
  readonly asset: FollowedAsset;
  readonly address: string;
  readonly asked: CounterpartiesAsked;
}

async function answer(
  counterparties: CounterpartiesService,
  { asset, address, asked }: Question,
  { csv, json }: Pick<CounterpartiesOptions, 'csv' | 'json'>,
  context: CommandContext,
): Promise<void> {
  const query = readPageQuery(asked, asset.decimals);
  const seen = presentSeen(await counterparties.assetsOf(address));
  const list = await computeList(counterparties, { asset, address, until: null }, context);
  if (list === null) {
    const place = `${asset.ticker} on ${networkNameOf(asset)}`;
    throw new CommandError(
      [`No imported record of ${place} names this address.`, ...seenLines(seen)].join('\n'),
      EXIT.usage,
    );
  }
  if (csv === true) {
    const columns = counterpartyColumns(query.direction, asset);
    context.out(csvHeader(columns).trimEnd());
    for await (const rows of counterparties.all(list, query)) {
      if (rows.length > 0) context.out(csvRows(columns, rows).trimEnd());
    }
    return;
  }
  const page = presentPage(asset, list, await counterparties.page(list, query), query.sort);
  const shown = { ...page, also_seen: seen };
  context.out(json === true ? JSON.stringify(shown, null, 2) : counterpartiesReport(shown, address, asked));
}

/** Computes the list to its end, with its progress on one line; null where no record names the address. */
async function computeList(
  counterparties: CounterpartiesService,
  subject: Parameters<CounterpartiesService['open']>[0],
  { signal, progress }: CommandContext,
): Promise<ReadyList | null> {
  for (;;) {
    const state = await counterparties.open(subject, { withinMs: STEP_MS, signal });
    switch (state.is) {
      case 'ready':
        return state.list;
      case 'no records':
      case 'not built':
        return null;
      case 'building':
        progress(`Summing the records of the address: ${Math.floor(state.progress * 100)}%`);
    }
  }
}

function assetFor(address: string, { asset: ticker, network }: CounterpartiesOptions): FollowedAsset {
  const named = { ticker, network: network ?? null, address };
  const choice = chooseAsset(ASSETS, named);
  if (choice.is !== 'chosen') {
    throw new CommandError(`${choiceProblem(choice, named, (name) => `--network ${name}`)}.`, EXIT.usage);
  }
  const { network: followed } = choice.asset;
  if (followed === null) {
    throw new CommandError(
      `${choice.asset.ticker} cannot be followed: no records of its network are held.`,
      EXIT.usage,
    );
  }
  return { ...choice.asset, network: followed };
}

function addressFor(text: string, asset: FollowedAsset): string {
  const verdict = validateAddress(text, currencyOf(asset));
  if (!verdict.ok) throw new CommandError(`This is no valid address of ${networkNameOf(asset)}.`, EXIT.usage);
  return verdict.canonical;
}

/** The options as the query of the API, which they are named after. */
function readOptions({
  sort,
  order,
  category,
  least,
  from,
  to,
  search,
  limit,
  cursor,
  ...rest
}: CounterpartiesOptions) {
  const direction = rest.outgoing === true ? 'outgoing' : 'incoming';
  const query = { direction, sort, order, category, least, from, to, search, limit, cursor };
  const read = CounterpartiesQuery.safeParse(query);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`);
  throw new CommandError(problems.join('\n'), EXIT.usage);
}

type Page = Extract<Counterparties, { readonly status: 'ready' }>;

/** A page of counterparties for a reader at a terminal. */
function counterpartiesReport(page: Page, address: string, { direction }: CounterpartiesAsked): string {
  const { ticker, decimals, items, totals, until, next } = page;
  const own = totals[direction];
  const isIncoming = direction === 'incoming';
  const sum = `${formatCoins(own.amount, { decimals, ticker })}${own.usd === null ? '' : `, ${formatUsd(own.usd)}`}`;
  return [
    `${isIncoming ? 'Who paid' : 'Paid by'} ${address}`,
    `${countOf(own.parties, 'party', 'parties')}, ${countOf(own.records, 'record')}, ${sum}; records until ${until}`,
    ...(page.is_shared_out
      ? ['A transaction of several owners is shared among them by the amounts of its inputs or outputs.']
      : []),
    '',
    tableText(
      [ticker, 'Share', 'Records', 'First', 'Last', 'USD', 'Party'],
      items.map((row) => [
        formatAmount(row.amount, decimals),
        formatShare(row.share),
        formatCount(row.records),
        isoDayOf(new Date(row.first_time)),
        isoDayOf(new Date(row.last_time)),
        row.usd === null ? '' : formatUsd(row.usd),
        partyText(row),
      ]),
    ),
    ...(next === null ? [] : ['', `Next page: --cursor ${next}`]),
    ...seenLines(page.also_seen.filter((seen) => seen.ticker !== ticker)),
  ].join('\n');
}

function partyText(row: Page['items'][number]): string {
  const { address, label } = row;
  const name = nameParty(row);
  const kind = label === null ? '' : ` (${titleOfShare(label.category)}${label.is_derived ? ', derived' : ''})`;
  return [address ?? '', `${name}${kind}`].filter((part) => part !== '').join('  ');
}

/** The other assets whose records name the address. */
function seenLines(seen: Page['also_seen']): readonly string[] {
  return seen.length === 0
    ? []
    : [
        '',
        ...seen.map(
          ({ ticker, network, records }) => `Also seen: ${ticker} on ${network}, ${countOf(records, 'record')}`,
        ),
      ];
}
