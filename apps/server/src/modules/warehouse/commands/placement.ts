import { CommandError, EXIT } from '@assay/command';
import { NETWORKS, type NetworkId, networkNamed, usualTicker } from '@assay/domain';
import type { Command } from 'commander';
import type { CommandContext } from '../../../platform/command/context.ts';
import type { LedgerKey, LedgerServer, Pool } from '../../../platform/db/index.ts';
import { ledgerTables, listAllLedgers, MAIN } from '../../records/index.ts';
import { moveLedger, undoMove } from '../placement/move/move-ledger.ts';
import type { MoveContext } from '../placement/move/steps.ts';
import { readMoves } from '../placement/moves.store.ts';
import { placedLedgers } from '../placement/placed-ledgers.ts';
import { PlacementError, prepareServer } from '../placement/prepare-server.ts';
import { repairLabels } from '../placement/repair-labels.ts';
import { type Placement, showPlacement } from '../placement/show-placement.ts';

interface MoveOptions {
  readonly to?: string;
  readonly network?: string;
  readonly undo?: boolean;
}

/** `assay placement …`: on which PostgreSQL each transfer ledger is. */
export function registerPlacement(program: Command, context: CommandContext): void {
  const placement = program.command('placement');

  placement
    .command('show')
    .description('Where each transfer ledger is, what the servers answer, and moves under way.')
    .option('--json', 'print as JSON')
    .action((options: { json?: boolean }) => show(context, options.json === true));

  placement
    .command('prepare')
    .description('Copy the labels to a server of LEDGER_SERVERS, so that it can hold transfer ledgers.')
    .argument('<server>')
    .action((server: string) => prepare(context, server));

  placement
    .command('repair-labels')
    .description(
      'Copy the labels again to servers whose copy does not follow the main database, as after its failover.',
    )
    .argument('[server]', 'one of LEDGER_SERVERS; all of them where left out')
    .option('--again', 'copy them in any case')
    .action((server: string | undefined, options: { again?: boolean }) =>
      repair(context, server, options.again === true),
    );

  placement
    .command('move')
    .description(
      'Move the transfer ledger of an asset to another server while it is used. If interrupted, run the same command again to resume.',
    )
    .argument('<asset>', 'ticker, such as USDT')
    .option('--network <network>', 'where the asset is on several networks')
    .option('--to <server>', `a name of LEDGER_SERVERS, or ${MAIN}`)
    .option('--undo', 'take back a move that is not switched yet')
    .action((asset: string, options: MoveOptions) => move(context, asset, options));
}

async function show(context: CommandContext, isJson: boolean): Promise<void> {
  const pool = await context.openDatabase();
  const placed = (await placedLedgers(pool)?.placed()) ?? new Map<string, string>();
  const ledgers = (await listAllLedgers(pool)).map(({ network, ticker, records }) => {
    return { network, ticker, records, server: placed.get(`${ticker} on ${network}`) ?? MAIN };
  });
  const [servers, moves] = [await showPlacement(pool), await readMoves(pool)];
  if (isJson) {
    context.out(JSON.stringify({ servers, ledgers, moves }));
    return;
  }
  for (const { server, state } of servers) context.out(`${server}: ${describe(state)}`);
  for (const one of ledgers) context.out(`${one.ticker} on ${one.network}: ${one.server}`);
  for (const one of moves) {
    context.out(`${one.ticker} on ${one.network} is being moved from ${one.from} to ${one.to}: step ${one.step}`);
  }
}

function describe(state: Placement['state']): string {
  switch (state.is) {
    case 'main':
      return 'the main database';
    case 'not prepared':
      return 'holds no labels yet; a move to it, or assay placement prepare, copies them';
    case 'away':
      return `does not answer (${state.reason})`;
    case 'ready': {
      const { isWhole, isPresent, hasSlot, silentSeconds } = state.labels;
      if (!hasSlot) return 'labels of main no longer arrive; run assay placement repair-labels';
      const since = silentSeconds === null ? '' : `, last word from main ${Math.round(silentSeconds)} s ago`;
      if (!isWhole) return `labels are being copied${since}`;
      return `${isPresent ? 'ready' : 'labels are behind those of main'}${since}`;
    }
  }
}

async function prepare(context: CommandContext, name: string): Promise<void> {
  const pool = await context.openDatabase();
  const server = furtherServer(pool, name);
  await explained(() => prepareServer(pool, server, urlsOf(context)(MAIN), context));
  context.out(`${name} is ready.`);
}

async function repair(context: CommandContext, name: string | undefined, isAgain: boolean): Promise<void> {
  const pool = await context.openDatabase();
  const servers = name === undefined ? (placedLedgers(pool)?.servers ?? []).slice(1) : [furtherServer(pool, name)];
  for (const server of servers) {
    switch (await explained(() => repairLabels(pool, server, urlsOf(context)(MAIN), { ...context, isAgain }))) {
      case 'follows':
        context.out(`${server.name} has the labels of the main database.`);
        break;
      case 'copied again':
        context.out(`The labels were copied to ${server.name} again.`);
        break;
    }
  }
}

function furtherServer(pool: Pool, name: string): LedgerServer {
  const server = placedLedgers(pool)?.servers.find((one) => one.name === name && name !== MAIN);
  if (server === undefined) throw new CommandError(`LEDGER_SERVERS names no server '${name}'.`, EXIT.usage);
  return server;
}

async function move(context: CommandContext, asset: string, { to, network, undo }: MoveOptions): Promise<void> {
  if ((to === undefined) === (undo !== true)) throw new CommandError('Give either --to or --undo.', EXIT.usage);
  const pool = await context.openDatabase();
  const ledger = await ledgerOf(pool, usualTicker(asset), network);
  const moving: MoveContext = { ...context, tables: ledgerTables, urlOf: urlsOf(context) };
  const name = `${ledger.ticker} on ${ledger.network}`;
  if (to === undefined) {
    await explained(() => undoMove(pool, ledger, moving));
    context.out(`${name} stays where it is.`);
    return;
  }
  switch (await explained(() => moveLedger(pool, ledger, to, moving))) {
    case 'moved':
      context.out(`${name} is on ${to}.`);
      break;
    case 'placed':
      context.out(`${name} has no records; its first ones will be written to ${to}.`);
      break;
    case 'already there':
      context.out(`${name} is on ${to} already.`);
      break;
  }
}

/** The ledger that a ticker means; one without records where the network is given or is the coin's own. */
async function ledgerOf(pool: Pool, ticker: string, given: string | undefined): Promise<LedgerKey> {
  if (given !== undefined) {
    const network = networkNamed(given);
    if (network === undefined) throw new CommandError(`--network is '${given}', which Assay cannot follow`, EXIT.usage);
    return { network, ticker };
  }
  const held = (await listAllLedgers(pool)).filter((ledger) => ledger.ticker === ticker);
  const [only] = held;
  if (only !== undefined && held.length === 1) return { network: only.network, ticker };
  const native = (Object.keys(NETWORKS) as NetworkId[]).filter((network) => NETWORKS[network].native === ticker);
  const [coin] = native;
  if (held.length === 0 && coin !== undefined && native.length === 1) return { network: coin, ticker };
  const which = held.length === 0 ? 'has no records' : `is on ${held.map((one) => one.network).join(', ')}`;
  throw new CommandError(`${ticker} ${which}: add --network.`, EXIT.usage);
}

/** How servers reach one another: as said for replication, else as the product reaches them. */
function urlsOf({ config }: CommandContext): (server: string) => string {
  const { servers, betweenServers } = config.ledgerServers;
  const urls = new Map(servers.map(({ name, url }) => [name, url]));
  if (config.databaseUrl !== null) urls.set(MAIN, config.databaseUrl);
  return (name) => {
    const url = betweenServers.get(name) ?? urls.get(name);
    if (url === undefined) throw new PlacementError(`Nothing says how other servers reach '${name}'.`);
    return url;
  };
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlacementError) throw new CommandError(error.message);
    throw error;
  }
}
