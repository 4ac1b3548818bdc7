import { matchAssets, type NetworkChoice, validateAddress } from '@assay/address';
import { ADDRESS_NETWORKS, ASSETS, type Asset, currencyOf, findCurrency } from '@assay/domain';
import { type Command, Option } from 'commander';
import { CommandError, EXIT } from '../exit.ts';
import { printable } from '../terminal/printable.ts';
import { readWhole, STDIO } from '../terminal/read-whole.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readAddress } from './read-address.ts';
import { refuseSecretArguments, refuseUnprintable } from './refuse-secrets.ts';
import { judgeLines } from './validate-lines.ts';

export const NETWORK_CHOICES: readonly NetworkChoice[] = [...ADDRESS_NETWORKS, 'both'];

interface ValidateOptions {
  readonly currency?: string;
  readonly network: NetworkChoice;
  readonly json?: true;
  readonly jsonl?: true;
}

export function registerValidate(program: Command, context: Terminal): void {
  program
    .command('validate')
    .argument('[address...]', 'one or more addresses; - for those on stdin, one a line')
    .option(
      '-c, --currency <currency>',
      'symbol or name, such as btc; without it, lists what each address can belong to',
    )
    .addOption(
      new Option('-n, --network <network>', 'which addresses of the currency count')
        .choices(NETWORK_CHOICES)
        .default('prod'),
    )
    .option('--json', 'print what was found as JSON')
    .option('--jsonl', 'read {"currency","address"} lines on stdin and answer each with "valid" and "reason" added')
    .addHelpText(
      'after',
      '\nExit codes: 0 every address is valid (--jsonl: every line was answered), 1 one is not, 2 wrong usage.',
    )
    .action(async (addresses: string[], options: ValidateOptions) => {
      if (options.jsonl === true) return validateLines(addresses, options, context);
      if (addresses.length === 0) throw new CommandError('Name an address, or use --jsonl.', EXIT.usage);
      const judge = options.currency === undefined ? listMatches : judgeFor(options.currency, options.network);
      const answers = (await expandStdin(addresses)).map((text) => judge(readAddress(text, context)));
      if (options.json === true) context.out(JSON.stringify(answers.map(jsonOf), null, 2));
      else for (const { address, text } of answers) context.out(`${address}  ${text}`);
      if (answers.some(({ isValid }) => !isValid)) throw new CommandError('', EXIT.no);
    });
}

interface Answer {
  /** As it is printed. */
  readonly address: string;
  readonly isValid: boolean;
  /** What is printed behind it. */
  readonly text: string;
  /** Why it is not valid. */
  readonly reason: string | null;
  readonly assets: readonly Asset[];
}

/** Addresses; those on stdin in the place of `-`, where the rules for secrets hold as for arguments. */
async function expandStdin(addresses: readonly string[]): Promise<readonly string[]> {
  if (!addresses.includes(STDIO)) return addresses;
  const lines = (await readWhole(STDIO)).toString('utf8').split('\n');
  const typed = lines.map((line) => line.trim()).filter((line) => line !== '');
  refuseSecretArguments(typed);
  return addresses.flatMap((address) => (address === STDIO ? typed : [address]));
}

function jsonOf({ address, isValid, reason, assets }: Answer) {
  return { address, valid: isValid, reason, assets: assets.map(({ ticker, parent }) => ({ ticker, parent })) };
}

/** Judges by the table of currencies; a ticker listed on networks is judged by the addresses of each of them. */
function judgeFor(currency: string, network: NetworkChoice): (address: string) => Answer {
  const tokens = ASSETS.filter(({ ticker, parent }) => parent !== null && ticker === currency.toUpperCase());
  const isKnown = findCurrency(currency) !== undefined;
  if (!isKnown && tokens.length === 0) throw new CommandError(`Unknown currency '${currency}'.`, EXIT.usage);
  return (address) => {
    const fitting = tokens.filter((token) => validateAddress(address, currencyOf(token), { network }).ok);
    if (fitting.length > 0) return valid(address, `valid  ${namesOf(fitting)}`, fitting);
    const verdict = isKnown ? validateAddress(address, currency, { network }) : null;
    if (verdict?.ok === true) return valid(address, `valid  ${verdict.kind}, checksum ${verdict.checksum}`, []);
    refuseUnprintable(address);
    const reason = verdict === null || tokens.length > 0 ? `fits no address of ${namesOf(tokens)}` : verdict.reason;
    return notValid(address, `not valid  ${reason}`, reason);
  };
}

function valid(address: string, text: string, assets: readonly Asset[]): Answer {
  return { address, isValid: true, text, reason: null, assets };
}

function notValid(address: string, text: string, reason: string): Answer {
  return { address: shown(address), isValid: false, text, reason, assets: [] };
}

function namesOf(assets: readonly Asset[]): string {
  return assets.map(({ ticker, parent }) => (parent === null ? ticker : `${ticker} on ${parent}`)).join(', ');
}

function listMatches(address: string): Answer {
  // Without a currency, 64 hexadecimal digits need not be an address.
  refuseUnprintable(address);
  const matches = matchAssets(address, ASSETS);
  if (matches.length > 0) return valid(address, namesOf(matches), matches);
  return notValid(address, 'not valid for any listed asset', 'fits no listed asset');
}

async function validateLines(addresses: string[], options: ValidateOptions, context: Terminal): Promise<void> {
  if (addresses.length > 0 || options.currency !== undefined) {
    throw new CommandError('--jsonl reads addresses and currencies from stdin only.', EXIT.usage);
  }
  await judgeLines(process.stdin, process.stdout, options.network, context.signal);
}

/** What was typed may be long and carry control characters. */
function shown(text: string): string {
  return printable(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
