import type { Command } from 'commander';

/** What a command is, wherever it is answered. */
export interface CommandFacts {
  readonly description: string;
  /** What its line of the help says after its name; the command itself declares it. */
  readonly usage: string;
}

/** Commands that an installation answers from its own database, and a server by an API key: one description of both. */
export const SHARED_COMMANDS = {
  check: {
    description: 'Check an address: one to five stars with the evidence behind them.',
    usage: '[options] <address>',
  },
  'check-transaction': {
    description: 'Check one payment of a transaction: where a deposit comes from, where a withdrawal went.',
    usage: '[options] <transaction>',
  },
  'check-planned': {
    description: 'Rate a payment before it happens, with the stars of the own wallet before and after.',
    usage: '[options] <address>',
  },
  screen: {
    description: 'Check every address of a list. If interrupted, run the same command again to resume.',
    usage: '[options]',
  },
  validate: {
    description: 'Check whether addresses are valid, by their format alone. Opens no database and no network.',
    usage: '[options] [address...]',
  },
  report: { description: 'Verify reports, and what else there is to do with them.', usage: '' },
  completion: { description: 'Print a script that completes commands in a shell.', usage: '<shell>' },
} as const satisfies Readonly<Record<string, CommandFacts>>;

/** Commands that only a server answers, by an API key. */
export const REMOTE_COMMANDS = {
  checks: { description: 'Checks of the API keys of a workspace: list, show, cancel.', usage: '' },
  'checked-transfers': { description: 'Checks of payments by API keys: list, show, cancel.', usage: '' },
  'withdrawal-attempts': { description: 'Planned withdrawals that API keys had rated: list, show.', usage: '' },
  batches: { description: 'Batches of the public API: list, show, results, resume, cancel.', usage: '' },
  usage: { description: 'What a workspace has left, and what the API key may do and has spent.', usage: '[options]' },
  assets: { description: 'What a server checks, and on which network.', usage: '[options]' },
  networks: { description: 'The networks, and which records a server holds of each.', usage: '[options]' },
  events: { description: 'What happened in a workspace, the newest first.', usage: '[options]' },
  profile: { description: 'Servers and API keys, kept in a file that only you can read.', usage: '' },
} as const satisfies Readonly<Record<string, CommandFacts>>;

export type RemoteCommand = keyof typeof REMOTE_COMMANDS | keyof typeof SHARED_COMMANDS;

/** Shared commands that a key in the environment hands to its server; `report verify` goes there by name only. */
const BY_KEY: ReadonlySet<string> = new Set(['check', 'check-transaction', 'check-planned', 'screen']);

/**
 * Whether a server answers this command line of an installation: where no other can, where the line names one, or where
 * a key is set and the command is one that both know.
 */
export function isAnsweredByServer(args: readonly string[], isKeySet: boolean): boolean {
  const isNamed = args.some((argument) => /^--(server|profile)(=|$)/.test(argument));
  const command = args.find((argument, index) => !argument.startsWith('-') && !isValueOfOption(args[index - 1])) ?? '';
  if (Object.hasOwn(REMOTE_COMMANDS, command)) return true;
  if (!Object.hasOwn(SHARED_COMMANDS, command)) return isNamed;
  return isNamed || (isKeySet && BY_KEY.has(command));
}

/** Of the options of the program itself. */
function isValueOfOption(former: string | undefined): boolean {
  return former === '--server' || former === '--profile';
}

const RESULT_CODES = 'Exit codes: 0 there is a result, N/A included, 2 wrong address or asset, 3 it failed.';
const ROW_CODES =
  'Exit codes: 0 every row was checked, 1 some were rejected (the results say why), 2 wrong usage, 3 it failed, 130 cancelled.';

/** The option `--parent`, which is `--network` too, as in the API and in other commands; the last one counts. */
function withNetwork(command: Command, description: string): Command {
  return command
    .option('-p, --parent <network>', description)
    .option('-n, --network <network>', 'the same as --parent')
    .on('option:network', (network: string) => command.setOptionValue('parent', network));
}

/** `assay check`, as far as both sides know it. */
export function declareCheck(program: Command): Command {
  const command = program
    .command('check')
    .description(SHARED_COMMANDS.check.description)
    .argument('<address>', 'the address to check; - for stdin')
    .requiredOption('-a, --asset <ticker>', 'the asset, such as BTC or USDT');
  return withNetwork(command, 'the network of a token, such as TRX; needed where the address fits several')
    .option('--json', 'print the result as the API answers it')
    .addHelpText(
      'after',
      `\n${RESULT_CODES}\n\nExamples:\n  assay check 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa --asset BTC\n  assay check - --asset USDT --parent TRX --json < address.txt`,
    );
}

/** `assay check-transaction`, as far as both sides know it. */
export function declareCheckTransaction(program: Command): Command {
  return program
    .command('check-transaction')
    .description(SHARED_COMMANDS['check-transaction'].description)
    .argument('<transaction>', 'its id, or a link to it in an explorer')
    .requiredOption('-a, --asset <ticker>', 'the asset that it moved, such as BTC or USDT')
    .option('-n, --network <network>', 'the network of a token, such as TRX; needed where the side fits several')
    .requiredOption(
      '-s, --side <side>',
      "whose payment is rated: an address, or 'deposit' or 'withdrawal' where only one address received or paid",
    )
    .option('--as <direction>', "'deposit' or 'withdrawal', where the address received and paid")
    .option('--json', 'print the result for programs');
}

/** `assay check-planned`, as far as both sides know it. */
export function declareCheckPlanned(program: Command): Command {
  return program
    .command('check-planned')
    .description(SHARED_COMMANDS['check-planned'].description)
    .argument('<address>', 'who would receive the withdrawal, or pay the deposit')
    .requiredOption('-a, --asset <ticker>', 'the asset, such as BTC or USDT')
    .option('-n, --network <network>', 'the network of a token, such as TRX; needed where the address fits several')
    .requiredOption('--amount <amount>', 'how much, in whole units, such as 1250.5')
    .requiredOption('--as <direction>', "'deposit' from the address, or 'withdrawal' to it")
    .option('-w, --wallet <address>', 'the own wallet: its stars before and after are shown')
    .option('--json', 'print the result for programs');
}

/** `assay screen`, as far as both sides know it. */
export function declareScreen(program: Command): Command {
  const command = program
    .command('screen')
    .description(SHARED_COMMANDS.screen.description)
    .requiredOption(
      '--in <file>',
      'CSV with a column "address", and "asset" and "parent" if they differ; or one address a line; - for stdin',
    )
    .requiredOption(
      '--out <file>',
      'results as CSV, a line for each row of the list, in its order, with its other columns; - for stdout',
    )
    .option('-a, --asset <ticker>', 'asset of rows that name none');
  return withNetwork(command, 'network of the token, where a ticker lives on several')
    .option('--json', 'print the summary as JSON')
    .addHelpText('after', `\n${ROW_CODES}\n\nExample:\n  assay screen --in deposits.csv --out results.csv --asset BTC`);
}
