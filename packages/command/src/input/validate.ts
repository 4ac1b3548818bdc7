import { matchAssets, type NetworkChoice } from '@assay/address';
import { ADDRESS_NETWORKS, ASSETS, type Asset } from '@assay/domain';
import { type Command, Option } from 'commander';
import { CommandError, EXIT } from '../exit.ts';
import { printable } from '../terminal/printable.ts';
import { readWhole, STDIO } from '../terminal/read-whole.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { judgeOf, namesOf } from './judge-currency.ts';
import { readTyped } from './read-address.ts';
import { isSecret, refuseSecretArguments, refuseUnprintable } from './refuse-secrets.ts';
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
    .argument('[address...]', 'one or more addresses; - for those on stdin, one a line, each answered')
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
    .option(
      '--jsonl',
      'read {"currency","address"} lines on stdin and answer each with "valid" (null: unknown currency) and "reason" added',
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 every address is valid (--jsonl: every line was answered), 1 one is not, 2 wrong usage.',
    )
    .action(async (addresses: string[], options: ValidateOptions) => {
      if (options.jsonl === true) return validateLines(addresses, options, context);
      if (addresses.length === 0) throw new CommandError('Name an address, or use --jsonl.', EXIT.usage);
      const judge = options.currency === undefined ? listMatches : judgeFor(options.currency, options.network);
      const answers = (await expandStdin(addresses)).map((asked) => answerOf(asked, judge, context));
      if (options.json === true) context.out(JSON.stringify(answers.map(jsonOf), null, 2));
      else for (const { address, line, text } of answers) context.out(`${address ?? `line ${line}`}  ${text}`);
      if (answers.some(({ isValid }) => !isValid)) throw new CommandError('', EXIT.no);
    });
}

/** A text to judge. */
interface Asked {
  readonly text: string;
  /** Line of stdin, from 1; null for an argument. */
  readonly line: number | null;
}

interface Answer {
  /** As it is printed; null for a line of stdin that may not be repeated. */
  readonly address: string | null;
  readonly line: number | null;
  readonly isValid: boolean;
  /** What is printed behind it. */
  readonly text: string;
  /** Why it is not valid. */
  readonly reason: string | null;
  readonly assets: readonly Asset[];
}

type Judge = (address: string) => Omit<Answer, 'line'>;

/** The arguments, with the lines of stdin in the place of `-`. Refused where these are the words of a seed phrase. */
async function expandStdin(addresses: readonly string[]): Promise<readonly Asked[]> {
  const lines = addresses.includes(STDIO) ? (await readWhole(STDIO)).toString('utf8').split('\n') : [];
  const typed = lines.map((text, index) => ({ text: text.trim(), line: index + 1 })).filter(({ text }) => text !== '');
  refuseSecretArguments(typed.map(({ text }) => text).filter((text) => !isSecret(text)));
  return addresses.flatMap((text): readonly Asked[] => (text === STDIO ? typed : [{ text, line: null }]));
}

/** One that may not be repeated ends the command as an argument, and is one answer of many as a line of stdin. */
function answerOf({ text, line }: Asked, judge: Judge, { err }: Terminal): Answer {
  try {
    refuseSecretArguments([text]);
    const { address, instead } = readTyped(text, (remark) => err(line === null ? remark : `Line ${line}: ${remark}`));
    const answer = judge(address);
    const isExplained = !answer.isValid && instead !== null;
    return { ...(isExplained ? notValid(address, `not valid  ${instead}`, instead) : answer), line };
  } catch (error) {
    if (line === null || !(error instanceof CommandError)) throw error;
    const reason = error.message;
    return { address: null, line, isValid: false, text: `not valid  ${reason}`, reason, assets: [] };
  }
}

function jsonOf({ address, line, isValid, reason, assets }: Answer) {
  return {
    ...(line === null ? {} : { line }),
    address,
    valid: isValid,
    reason,
    assets: assets.map(({ ticker, parent }) => ({ ticker, parent })),
  };
}

function judgeFor(currency: string, network: NetworkChoice): Judge {
  const judge = judgeOf(currency, network);
  if (judge === null) throw new CommandError(`Unknown currency '${currency}'.`, EXIT.usage);
  return (address) => {
    const { verdict, fitting, reason } = judge(address);
    if (fitting.length > 0) return valid(address, `valid  ${namesOf(fitting)}`, fitting);
    if (verdict.ok) return valid(address, `valid  ${verdict.kind}, checksum ${verdict.checksum}`, []);
    refuseUnprintable(address);
    const why = reason ?? verdict.reason;
    return notValid(address, `not valid  ${why}`, why);
  };
}

function valid(address: string, text: string, assets: readonly Asset[]): ReturnType<Judge> {
  return { address, isValid: true, text, reason: null, assets };
}

function notValid(address: string, text: string, reason: string): ReturnType<Judge> {
  return { address: shown(address), isValid: false, text, reason, assets: [] };
}

function listMatches(address: string): ReturnType<Judge> {
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
