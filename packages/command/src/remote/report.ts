import { IssuerFileError, type VerificationReport, verifyFile, verifyWithIssuer } from '@assay/certificate';
import type { Command } from 'commander';
import { SHARED_COMMANDS } from '../declared.ts';
import { CommandError, EXIT } from '../exit.ts';
import { declareVerify } from '../report/declare-verify.ts';
import { readKeys, readTrust, type TrustOptions } from '../report/read-trust.ts';
import { readWhole } from '../terminal/read-whole.ts';
import type { RemoteContext } from './context.ts';

export function registerRemoteReport(program: Command, context: RemoteContext): void {
  const report = program.command('report').description(SHARED_COMMANDS.report.description);
  declareVerify(report, 'those that the server publishes', context, (file, options) => verify(file, options, context));
}

/** Offline with `--keys`; else by what the server publishes. */
async function verify(file: string, options: TrustOptions, context: RemoteContext): Promise<VerificationReport> {
  if (options.keys !== undefined) {
    const trust = await readTrust(await readKeys(options.keys), options);
    return verifyFile(new Uint8Array(await readWhole(file)), trust);
  }
  if (options.root !== undefined || options.record !== undefined) {
    throw new CommandError('--root and --record go with --keys.', EXIT.usage);
  }
  const url = await context.serverUrl();
  const bytes = new Uint8Array(await readWhole(file));
  try {
    return await verifyWithIssuer(bytes, (path) => readSite(url, path, context.signal), Date.now());
  } catch (error) {
    if (!(error instanceof IssuerFileError)) throw error;
    throw new CommandError(`${error.message} from ${url}.`, EXIT.failed, { cause: error });
  }
}

async function readSite(url: string, path: string, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await fetch(new URL(path, url), { signal, redirect: 'error' });
    return answer.ok ? await answer.text() : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
