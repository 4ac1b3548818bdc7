import { createHash } from 'node:crypto';
import { compromiseOfSigner, type KeySet, keyStateOf, type PublishedKey } from '@assay/certificate';
import { CommandError, EXIT, readWhole } from '@assay/command';
import type { Command } from 'commander';
import { KeyFileError } from '../modules/reports/outside/signing/key-files.ts';
import { openKeyHome } from '../modules/reports/outside/signing/open-key-home.ts';
import { authorityOf, openPdfCredentials, renewSigner } from '../modules/reports/outside/signing/pdf-credentials.ts';
import type { PdfKeySource } from '../modules/reports/outside/signing/pdf-key-source.ts';
import { openResultKeys, type ResultKeyFolder } from '../modules/reports/outside/signing/result-keys.ts';
import { pdfKeySourceOf } from '../modules/reports/outside/signing/seals.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { recordEvent } from '../platform/command/record-event.ts';
import { once } from '../platform/kernel/once.ts';
import { type PdfSignerNames, registerCompromise } from './report-keys-compromise.ts';

export function registerReportKeys(report: Command, context: CommandContext): void {
  const { config } = context;
  const keys = report.command('keys').description('The keys that sign results and PDF files.');
  const home = once(() => openKeyHome(config, context.openDatabase));
  const open = async (now: Date) => openResultKeys(await home(), config.publicUrl, now);
  const source = async () => pdfKeySourceOf(config, await home());

  keys
    .command('list')
    .description('List every key that ever signed here with its state, newest first, and what signs PDF files.')
    .action(async () => {
      const now = new Date();
      const folder = await open(now);
      const signer = await publishSigner(folder, context, now, await source());
      for (const line of keyLines(await folder.keySet(), signer)) context.out(line);
    });

  keys
    .command('rotate')
    .description('Make a new key for results and retire the active one. A running server uses it without a restart.')
    .option('--pdf', 'renew the certificate that signs PDF files instead')
    .option('--key <file>', 'take this Ed25519 key (PKCS #8 as PEM) instead of making one; - for stdin')
    .action(async (options: { readonly pdf?: true; readonly key?: string }) => {
      const now = new Date();
      if (options.pdf !== true) {
        const own = options.key === undefined ? undefined : (await readWhole(options.key)).toString('utf8');
        const kid = await (await open(now)).rotate(now, own).catch(refuse);
        await recordEvent(context, { name: 'signing_key_changed', change: 'rotated', key: kid }, null);
        context.out(`result  ${kid}  signs from now on`);
        return;
      }
      if (config.signing.p12 !== null) {
        throw new CommandError('PDF files are signed by REPORT_P12_FILE: put another file in its place.', EXIT.usage);
      }
      const renewed = await renewSigner(await source(), now);
      await (await open(now)).addAuthority(authorityOf(renewed, now, true));
      const key = sha256Of(renewed.certificates[0]);
      await recordEvent(context, { name: 'signing_key_changed', change: 'pdf_renewed', key }, null);
      context.out('The certificate that signs PDF files is renewed. A running server uses it without a restart.');
    });

  registerCompromise(keys, context, {
    open,
    source,
    publishSigner: async (folder, about, now) => publishSigner(folder, about, now, await source()),
    refuse,
  });
}

async function publishSigner(
  folder: ResultKeyFolder,
  { config }: CommandContext,
  now: Date,
  source: PdfKeySource,
): Promise<PdfSignerNames> {
  const content = await openPdfCredentials(source, now);
  const authority = authorityOf(content, now, config.signing.p12 === null);
  const published = (await folder.keySet()).authorities.find(({ sha256 }) => sha256 === authority.sha256);
  // A marked root is never made the signing root again.
  if (published?.compromised_from === undefined) await folder.addAuthority(authority);
  return { signer: sha256Of(content.certificates[0]), root: authority.sha256 };
}

function keyLines({ keys, authorities }: KeySet, { signer, root }: PdfSignerNames): readonly string[] {
  const current = authorities.find(({ sha256 }) => sha256 === root);
  const mark = current === undefined ? null : compromiseOfSigner(current, signer);
  return [
    ...keys.map((key) => `result  ${key.kid}  ${stateLine(key)}`),
    ...authorities.map((authority) => `root    ${authority.sha256}  ${stateLine(authority)}  ${authority.subject}`),
    ...authorities.flatMap(({ compromised_signers: marked = [] }) =>
      marked
        .filter(({ sha256 }) => sha256 !== signer)
        .map(({ sha256, compromised_from: from }) => `pdf     ${sha256}  compromised from ${from}`),
    ),
    `pdf     ${signer}  ${mark === null ? 'active' : `compromised from ${mark}`}`,
  ];
}

function stateLine(entry: Pick<PublishedKey, 'valid_from' | 'valid_to' | 'compromised_from'>): string {
  const span = `${entry.valid_from} to ${entry.valid_to ?? 'now'}`;
  const state = keyStateOf(entry);
  return `${span}  ${state}${entry.compromised_from === undefined ? '' : ` from ${entry.compromised_from}`}`;
}

function sha256Of(certificate: Uint8Array | undefined): string {
  if (certificate === undefined) throw new CommandError('The file that signs PDF files holds no certificate.');
  return createHash('sha256').update(certificate).digest('hex');
}

function refuse(error: unknown): never {
  if (error instanceof KeyFileError) throw new CommandError(error.message, EXIT.usage, { cause: error });
  throw error;
}
