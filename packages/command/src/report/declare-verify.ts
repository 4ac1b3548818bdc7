import type { VerificationReport } from '@assay/certificate';
import type { Command } from 'commander';
import { CommandError, EXIT } from '../exit.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { TrustOptions } from './read-trust.ts';
import { EXIT_OF_VERDICT, verificationLines } from './verification-lines.ts';

/** `assay report verify`. `verify` judges the file by the keys that count where nothing else is named. */
export function declareVerify(
  report: Command,
  keysByDefault: string,
  { out }: Terminal,
  verify: (file: string, options: TrustOptions) => Promise<VerificationReport>,
): void {
  report
    .command('verify')
    .description('Verify that a report is genuine and unchanged. The file is not sent anywhere.')
    .argument('<file>', 'a report as PDF, or its certificate as JSON; - for stdin')
    .option(
      '-k, --keys <file>',
      `the published keys, as saved from /.well-known/assay-keys.json; by default ${keysByDefault}`,
    )
    .option('-r, --root <file...>', 'roots of time-stamp authorities that you trust (DER or PEM)')
    .option(
      '--record <file...>',
      'records of issue, as saved from /.well-known/assay-issued/: for keys that were stolen',
    )
    .option('--json', 'print what was found as JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 genuine and unchanged, 1 not, 2 these keys cannot decide it, or wrong usage.\n\nExample:\n  assay report verify report.pdf --keys assay-keys.json',
    )
    .action(async (file: string, options: TrustOptions & { readonly json?: true }) => {
      const verified = await verify(file, options);
      if (options.json === true) out(JSON.stringify(verified, null, 2));
      else for (const line of verificationLines(verified)) out(line);
      const code = EXIT_OF_VERDICT[verified.verdict];
      if (code !== EXIT.ok) throw new CommandError('', code);
    });
}
