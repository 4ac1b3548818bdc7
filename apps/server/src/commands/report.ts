import path from 'node:path';
import {
  type CanonicalResult,
  type IssuedRecord,
  IssuedRecordError,
  type KeySet,
  KeySetError,
  parseIssuedRecord,
  parseKeySet,
  type VerificationReport,
  verifyFile,
} from '@assay/certificate';
import { countOf, countStars, formatPoints } from '@assay/wording';
import type { Command } from 'commander';
import { keyFolderOf } from '../adapters/signing/seals.ts';
import { wireRecompute } from '../composition/wiring-recompute.ts';
import { type InputDifference, recompute } from '../features/certificate/index.ts';
import { type CommandContext, CommandError, EXIT } from './context.ts';
import { readWhole } from './input-file.ts';
import { printable } from './printable.ts';
import { registerReportKeys } from './report-keys.ts';

interface TrustOptions {
  readonly keys?: string;
  readonly root?: readonly string[];
  readonly record?: readonly string[];
}

const MARKS = { proven: 'proven   ', failed: 'FAILED   ', unknown: 'unknown  ' } as const;
const EXIT_OF = { valid: EXIT.ok, not_valid: EXIT.no, not_proven: EXIT.usage } as const;

export function registerReport(program: Command, context: CommandContext): void {
  const report = program.command('report');
  registerReportKeys(report, context);

  report
    .command('verify')
    .description('Verify that a report is genuine and unchanged. Works offline; opens no database.')
    .argument('<file>', 'a report as PDF, or its certificate as JSON; - for stdin')
    .option(
      '-k, --keys <file>',
      'the published keys, as saved from /.well-known/assay-keys.json; by default those made here',
    )
    .option('-r, --root <file...>', 'roots of time-stamp authorities that you trust (DER or PEM)')
    .option(
      '--record <file...>',
      'records of issue, as saved from /.well-known/assay-issued/: for keys that were stolen',
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 genuine and unchanged, 1 not, 2 these keys cannot decide it, or wrong usage.',
    )
    .action(async (file: string, options: TrustOptions) => {
      const verified = await verify(file, options, context);
      for (const line of verifyReport(verified)) context.out(line);
      const code = EXIT_OF[verified.verdict];
      if (code !== EXIT.ok) throw new CommandError('', code);
    });

  report
    .command('recompute')
    .description('Compute a report again from the labels and records held here, and compare the two byte by byte.')
    .argument('<file>', 'a report as PDF, or its certificate as JSON; - for stdin')
    .option('-k, --keys <file>', 'the published keys; by default those made here')
    .option('-r, --root <file...>', 'roots of time-stamp authorities that you trust (DER or PEM)')
    .addHelpText(
      'after',
      '\nExit codes: 0 equal, 1 it came out otherwise or cannot be computed here, 2 the file is not proven, 3 it failed.',
    )
    .action(async (file: string, options: TrustOptions) => {
      const { result, summary } = await verify(file, options, context);
      if (result === null) throw new CommandError(`${summary} Nothing is computed from it.`, EXIT.usage);
      await recomputeHere(result, context);
    });
}

async function recomputeHere(stated: CanonicalResult, context: CommandContext): Promise<void> {
  const pool = await context.openDatabase();
  const ports = wireRecompute(pool, { warn: (_fault, message) => context.err(message) });
  const { outcome, inputs, parts, result, leftOut } = await recompute(ports, stated, context.signal);
  if (outcome === 'equal') {
    context.out(`Equal: every byte of the result came out again. ${starsOf(stated)}`);
    if (leftOut > 0)
      context.out(`${countOf(leftOut, 'record')} that came later ${leftOut === 1 ? 'was' : 'were'} left out.`);
    for (const line of inputs.map(lineOf)) context.out(line);
    return;
  }
  const here = result === null ? '' : ` Stated: ${starsOf(stated)}; here: ${starsOf(result)}.`;
  context.out(outcome === 'different' ? `Different.${here}` : 'It cannot be computed here.');
  for (const line of inputs.map(lineOf)) context.out(line);
  if (parts.length > 0) context.out(`Parts that differ: ${parts.join(', ')}.`);
  throw new CommandError('', EXIT.no);
}

function lineOf({ input, text }: InputDifference): string {
  return `Another input (${input}): ${text}`;
}

function starsOf({ score: { stars, total } }: CanonicalResult): string {
  return `${countStars(stars)}${stars === 0 || total === null ? '' : `, total ${formatPoints(total)}`}`;
}

async function verify(file: string, options: TrustOptions, context: CommandContext): Promise<VerificationReport> {
  const keys = await readKeys(options.keys, context);
  const roots = await Promise.all((options.root ?? []).map(readRoot));
  const issued = await Promise.all((options.record ?? []).map(readRecord));
  return verifyFile(new Uint8Array(await readWhole(file)), { keys, roots: roots.flat(), issued, now: Date.now() });
}

/** Prints the findings line by line, and what no signature can prove. */
export function verifyReport({
  summary,
  findings,
  signers,
  result,
  notProven,
  recordsWanted,
}: VerificationReport): readonly string[] {
  return [
    summary,
    '',
    ...findings.map(({ outcome, text }) => `${MARKS[outcome]}${text}`),
    ...signers.map(({ what, name, time, isTimeVouched }) => {
      const when = time === null ? '' : `, ${time}${isTimeVouched ? ' (time stamp)' : ' (its own word)'}`;
      return `signed   ${what === 'pdf' ? 'pages' : what === 'result' ? 'result' : 'time'}: ${printable(name)}${when}`;
    }),
    ...recordsWanted.map(
      (digest) => `record   /.well-known/assay-issued/${digest}.json of the issuer would decide; name it with --record`,
    ),
    ...(result === null ? [] : ['', resultLine(result)]),
    '',
    'Not proven by any signature:',
    ...notProven.map((text) => `- ${text}`),
  ];
}

function resultLine(result: CanonicalResult): string {
  const { ticker, parent } = result.asset;
  const asset = parent === null ? ticker : `${ticker} on ${parent}`;
  return printable(
    `${asset}  ${result.address}  ${starsOf(result)}  checked ${result.checked_at}  ${result.issuer.url}/riskcheck/${result.sub_id}`,
  );
}

async function readKeys(file: string | undefined, { config }: CommandContext): Promise<KeySet> {
  const own = path.join(keyFolderOf(config), 'keys.json');
  const missing = `There are no keys at ${own}. Save them from /.well-known/assay-keys.json of the issuer of the report, and name the file with --keys.`;
  const text = (
    await readWhole(file ?? own).catch((error: unknown) => {
      throw file === undefined ? new CommandError(missing, EXIT.usage, { cause: error }) : error;
    })
  ).toString('utf8');
  try {
    return parseKeySet(text);
  } catch (error) {
    if (error instanceof KeySetError)
      throw new CommandError(`${file ?? own} holds no keys: ${error.message}.`, EXIT.usage);
    throw error;
  }
}

async function readRecord(file: string): Promise<IssuedRecord> {
  try {
    return parseIssuedRecord((await readWhole(file)).toString('utf8'));
  } catch (error) {
    if (error instanceof IssuedRecordError)
      throw new CommandError(`${file} holds no record of issue: ${error.message}.`, EXIT.usage);
    throw error;
  }
}

async function readRoot(file: string): Promise<readonly Uint8Array[]> {
  const bytes = await readWhole(file);
  const blocks = bytes
    .toString('latin1')
    .matchAll(/-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END CERTIFICATE-----/g);
  const fromPem = [...blocks].map(([, base64 = '']) => new Uint8Array(Buffer.from(base64, 'base64')));
  return fromPem.length > 0 ? fromPem : [new Uint8Array(bytes)];
}
