import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { authorityOf, openPdfCredentials, renewSigner } from '../adapters/signing/pdf-credentials.ts';
import { KeyFileError, openResultKeys } from '../adapters/signing/result-keys.ts';
import { keyFolderOf, pdfKeySourceOf } from '../wiring-signing.ts';
import { type CommandContext, CommandError, EXIT } from './context.ts';

export function registerReportKeys(report: Command, context: CommandContext): void {
  const { config } = context;
  const keys = report.command('keys').description('The keys that sign results and PDF files.');
  const open = (now: Date) => openResultKeys(keyFolderOf(config), config.publicUrl, now);

  keys
    .command('list')
    .description('List every key that ever signed here, newest first, and the roots of PDF signatures.')
    .action(async () => {
      const now = new Date();
      const folder = await open(now);
      const content = await openPdfCredentials(pdfKeySourceOf(config), now);
      await folder.addAuthority(authorityOf(content, now, config.signing.p12 === null));
      const { keys: all, authorities } = await folder.keySet();
      for (const { kid, valid_from, valid_to } of all) context.out(`result  ${kid}  ${spanOf(valid_from, valid_to)}`);
      for (const { sha256, subject, valid_from, valid_to } of authorities) {
        context.out(`root    ${sha256}  ${spanOf(valid_from, valid_to)}  ${subject}`);
      }
    });

  keys
    .command('rotate')
    .description('Make a new key for results and retire the standing one. A running server takes it up by itself.')
    .option('--pdf', 'renew the certificate that signs PDF files instead')
    .option('--key <file>', 'take this Ed25519 key (PKCS #8 as PEM) instead of making one')
    .action(async (options: { readonly pdf?: true; readonly key?: string }) => {
      const now = new Date();
      if (options.pdf !== true) {
        const own = options.key === undefined ? undefined : await readKey(options.key);
        const kid = await (await open(now)).rotate(now, own).catch(refuse);
        context.out(`result  ${kid}  signs from now on`);
        return;
      }
      if (config.signing.p12 !== null) {
        throw new CommandError('PDF files are signed by REPORT_P12_FILE: put another file in its place.', EXIT.usage);
      }
      const renewed = await renewSigner(pdfKeySourceOf(config), now);
      await (await open(now)).addAuthority(authorityOf(renewed, now, true));
      context.out('The certificate that signs PDF files is renewed. A running server takes it up by itself.');
    });
}

async function readKey(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read.`, EXIT.usage, { cause: error });
  }
}

function refuse(error: unknown): never {
  if (error instanceof KeyFileError) throw new CommandError(error.message, EXIT.usage, { cause: error });
  throw error;
}

function spanOf(from: string, to: string | null): string {
  return `${from} to ${to ?? 'now'}`;
}
