import { matchAssets, type NetworkChoice, validateAddress } from '@assay/address';
import { ADDRESS_NETWORKS, ASSETS, type Asset, currencyOf, findCurrency } from '@assay/domain';
import { type Command, Option } from 'commander';
import { type CommandContext, CommandError, EXIT } from './context.ts';
import { printable } from './printable.ts';
import { readAddress } from './read-address.ts';
import { refuseUnprintable } from './refuse-secrets.ts';
import { judgeLines } from './validate-lines.ts';

export const NETWORK_CHOICES: readonly NetworkChoice[] = [...ADDRESS_NETWORKS, 'both'];

interface ValidateOptions {
  readonly currency?: string;
  readonly network: NetworkChoice;
  readonly jsonl?: true;
}

export function registerValidate(program: Command, context: CommandContext): void {
  program
    .command('validate')
    .argument('[address...]', 'one or more addresses')
    .option(
      '-c, --currency <currency>',
      'symbol or name, such as btc; without it, lists what each address can belong to',
    )
    .addOption(
      new Option('-n, --network <network>', 'which addresses of the currency count')
        .choices(NETWORK_CHOICES)
        .default('prod'),
    )
    .option('--jsonl', 'read {"currency","address"} lines on stdin and answer each with "valid" and "reason" added')
    .addHelpText(
      'after',
      '\nExit codes: 0 every address is valid (--jsonl: every line was answered), 1 one is not, 2 wrong usage.',
    )
    .action(async (addresses: string[], options: ValidateOptions) => {
      if (options.jsonl === true) return validateLines(addresses, options, context);
      if (addresses.length === 0) throw new CommandError('Name an address, or use --jsonl.', EXIT.usage);
      const judge = options.currency === undefined ? listMatches : judgeFor(options.currency, options.network);
      const answers = addresses.map((text) => judge(readAddress(text, context)));
      for (const { line } of answers) context.out(line);
      if (answers.some(({ isValid }) => !isValid)) throw new CommandError('', EXIT.no);
    });
}

interface Answer {
  readonly line: string;
  readonly isValid: boolean;
}

/** Judges by the table of currencies; a ticker listed on networks is judged by the addresses of each of them. */
function judgeFor(currency: string, network: NetworkChoice): (address: string) => Answer {
  const tokens = ASSETS.filter(({ ticker, parent }) => parent !== null && ticker === currency.toUpperCase());
  const isKnown = findCurrency(currency) !== undefined;
  if (!isKnown && tokens.length === 0) throw new CommandError(`Unknown currency '${currency}'.`, EXIT.usage);
  return (address) => {
    const fitting = tokens.filter((token) => validateAddress(address, currencyOf(token), { network }).ok);
    if (fitting.length > 0) return { line: `${address}  valid  ${namesOf(fitting)}`, isValid: true };
    const verdict = isKnown ? validateAddress(address, currency, { network }) : null;
    if (verdict?.ok === true) {
      return { line: `${address}  valid  ${verdict.kind}, checksum ${verdict.checksum}`, isValid: true };
    }
    refuseUnprintable(address);
    const reason = verdict === null || tokens.length > 0 ? `fits no address of ${namesOf(tokens)}` : verdict.reason;
    return { line: `${shown(address)}  not valid  ${reason}`, isValid: false };
  };
}

function namesOf(assets: readonly Asset[]): string {
  return assets.map(({ ticker, parent }) => (parent === null ? ticker : `${ticker} on ${parent}`)).join(', ');
}

function listMatches(address: string): Answer {
  // Without a currency, 64 hexadecimal digits need not be an address.
  refuseUnprintable(address);
  const matches = matchAssets(address, ASSETS);
  if (matches.length === 0) return { line: `${shown(address)}  not valid for any listed asset`, isValid: false };
  return { line: `${address}  ${namesOf(matches)}`, isValid: true };
}

async function validateLines(addresses: string[], options: ValidateOptions, context: CommandContext): Promise<void> {
  if (addresses.length > 0 || options.currency !== undefined) {
    throw new CommandError('--jsonl reads addresses and currencies from stdin only.', EXIT.usage);
  }
  await judgeLines(process.stdin, process.stdout, options.network, context.signal);
}

/** What was typed may be long and carry control characters. */
function shown(text: string): string {
  return printable(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
