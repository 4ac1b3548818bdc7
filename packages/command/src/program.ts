import { Command } from 'commander';
import { EXIT_HELP } from './exit.ts';

/** `assay` without its commands. It throws where commander would end the process. */
export function assayProgram(version: string): Command {
  return new Command('assay')
    .description('Risk checks of wallet addresses, and the labels and records behind them.')
    .version(version, '--version', 'print the version')
    .option('--server <url>', 'let this server answer, by the key in ASSAY_API_KEY; default: ASSAY_URL')
    .option('--profile <name>', 'let the server of this profile answer, by its key')
    .exitOverride()
    .showHelpAfterError('(assay --help lists the commands)')
    .addHelpText('after', EXIT_HELP);
}
