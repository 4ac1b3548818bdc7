import { type CanonicalResult, isOf3, type KeySet, type VerificationReport, verifyFile } from '@assay/certificate';
import { CommandError, EXIT, readWhole } from '@assay/command';
import { declareVerify, parseKeys, readKeys, readTrust, starsOfResult, type TrustOptions } from '@assay/command/report';
import { countOf } from '@assay/wording';
import type { Command } from 'commander';
import { type InputDifference, recompute } from '../modules/reports/index.ts';
import { wireRecompute } from '../modules/reports/open/reports.ts';
import { openKeyHome } from '../modules/reports/outside/signing/open-key-home.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { registerReportKeys } from './report-keys.ts';

export function registerReport(program: Command, context: CommandContext): void {
  const report = program.command('report');
  registerReportKeys(report, context);

  declareVerify(report, 'those made here', context, (file, options) => verify(file, options, context));

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
      if (isOf3(result)) {
        throw new CommandError('Results of version 3 of the method cannot be computed again by this release.', EXIT.no);
      }
      await recomputeHere(result, context);
    });
}

async function recomputeHere(stated: CanonicalResult, context: CommandContext): Promise<void> {
  const pool = await context.openDatabase();
  const ports = wireRecompute(pool, { warn: (_fault, message) => context.err(message) });
  const { outcome, inputs, parts, result, leftOut } = await recompute(ports, stated, context.signal);
  if (outcome === 'equal') {
    context.out(`Equal: every byte of the result came out again. ${starsOfResult(stated)}`);
    if (leftOut > 0)
      context.out(`${countOf(leftOut, 'record')} that came later ${leftOut === 1 ? 'was' : 'were'} left out.`);
    for (const line of inputs.map(lineOf)) context.out(line);
    return;
  }
  const here = result === null ? '' : ` Stated: ${starsOfResult(stated)}; here: ${starsOfResult(result)}.`;
  context.out(outcome === 'different' ? `Different.${here}` : 'It cannot be computed here.');
  for (const line of inputs.map(lineOf)) context.out(line);
  if (parts.length > 0) context.out(`Parts that differ: ${parts.join(', ')}.`);
  throw new CommandError('', EXIT.no);
}

function lineOf({ input, text }: InputDifference): string {
  return `Another input (${input}): ${text}`;
}

async function verify(file: string, options: TrustOptions, context: CommandContext): Promise<VerificationReport> {
  const trust = await readTrust(await readKeysOf(options, context), options);
  return verifyFile(new Uint8Array(await readWhole(file)), trust);
}

/** The named keys, else those of this installation. */
async function readKeysOf({ keys }: TrustOptions, { config, openDatabase }: CommandContext): Promise<KeySet> {
  if (keys !== undefined) return readKeys(keys);
  const home = await openKeyHome(config, openDatabase);
  const text = await home.read('keys.json');
  if (text === null) {
    throw new CommandError(
      `There are no keys in ${home.place}. Save them from /.well-known/assay-keys.json of the issuer of the report, and name the file with --keys.`,
      EXIT.usage,
    );
  }
  return parseKeys(home.place, text.toString('utf8'));
}
