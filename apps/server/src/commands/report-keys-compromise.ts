import { keyStateOf } from '@assay/certificate';
import { CommandError, EXIT } from '@assay/command';
import type { Command } from 'commander';
import { authorityOf, renewSigner } from '../modules/reports/outside/signing/pdf-credentials.ts';
import type { PdfKeySource } from '../modules/reports/outside/signing/pdf-key-source.ts';
import type { CompromisedName, ResultKeyFolder } from '../modules/reports/outside/signing/result-keys.ts';
import type { CommandContext } from '../platform/command/context.ts';
import { recordEvent } from '../platform/command/record-event.ts';

/** The certificate that signs PDF files now, by SHA-256; its root is published. */
export interface PdfSignerNames {
  readonly signer: string;
  readonly root: string;
}

/** What the commands about keys share. */
interface KeyCommands {
  readonly open: (now: Date) => Promise<ResultKeyFolder>;
  readonly publishSigner: (folder: ResultKeyFolder, context: CommandContext, now: Date) => Promise<PdfSignerNames>;
  readonly source: () => Promise<PdfKeySource>;
  readonly refuse: (error: unknown) => never;
}

interface CompromiseOptions {
  readonly from: string;
  readonly all?: true;
}

/** `assay report keys compromise`: a key may be known to others. */
export function registerCompromise(keys: Command, context: CommandContext, commands: KeyCommands): void {
  keys
    .command('compromise')
    .description('Mark keys as stolen from a moment on, and replace those that sign now.')
    .argument('[names...]', 'ids of result keys, or the SHA-256 of roots or certificates, as `keys list` prints them')
    .requiredOption('--from <time>', 'the earliest moment at which somebody else may have had them (ISO 8601, in UTC)')
    .option('--all', 'everything that signs now: the folder of the keys was copied')
    // One id in 64 begins with a hyphen. What looks like an option and is none is a name, which `resolve` refuses.
    .allowUnknownOption()
    .addHelpText(
      'after',
      '\nWhat the key signed from that moment on is not valid any more. What claims to be older counts only where a time stamp or the record of this installation proves it.\nA mark cannot be taken back, and is only moved to an earlier moment.',
    )
    .action(async (names: readonly string[], options: CompromiseOptions) => {
      const now = new Date();
      const from = momentOf(options.from);
      const folder = await commands.open(now);
      const current = await commands.publishSigner(folder, context, now);
      const marked = options.all === true ? await everything(folder, current) : await resolve(names, folder);
      if (marked.length === 0) throw new CommandError('Name the keys, or say --all.', EXIT.usage);
      for (const name of marked) {
        await folder.compromise(name, from, now).catch(commands.refuse);
        const key = name.kind === 'result' ? name.kid : name.sha256;
        await recordEvent(context, { name: 'signing_key_changed', change: 'compromised', key }, null);
        context.out(`${name.kind.padEnd(6)}  ${key}  compromised from ${from.toISOString()}`);
      }
      await replacePdfSigner(folder, current, marked, context, { now, source: commands.source });
      const active = (await folder.keySet()).keys.find((key) => keyStateOf(key) === 'active');
      context.out(`result  ${active?.kid ?? 'none'}  signs from now on`);
    });
}

/** Every result key that signs, the certificate that signs PDF files, and its root if this installation made it. */
async function everything(folder: ResultKeyFolder, current: PdfSignerNames): Promise<readonly CompromisedName[]> {
  const { keys, authorities } = await folder.keySet();
  const root = authorities.find(({ sha256 }) => sha256 === current.root);
  return [
    ...keys.filter((key) => keyStateOf(key) === 'active').map(({ kid }) => ({ kind: 'result', kid }) as const),
    { kind: 'pdf', sha256: current.signer },
    ...(root?.signers === null ? [{ kind: 'root', sha256: current.root } as const] : []),
  ];
}

async function resolve(names: readonly string[], folder: ResultKeyFolder): Promise<readonly CompromisedName[]> {
  const { keys, authorities } = await folder.keySet();
  return names.map((name): CompromisedName => {
    if (keys.some(({ kid }) => kid === name)) return { kind: 'result', kid: name };
    const sha256 = name.toLowerCase();
    if (authorities.some((authority) => authority.sha256 === sha256)) return { kind: 'root', sha256 };
    if (/^[0-9a-f]{64}$/.test(sha256)) return { kind: 'pdf', sha256 };
    throw new CommandError(`${name} is no key of this installation; assay report keys list prints them.`, EXIT.usage);
  });
}

/** A marked certificate signs nothing: a new one is made at once, under a new root if the root was marked. */
async function replacePdfSigner(
  folder: ResultKeyFolder,
  current: PdfSignerNames,
  marked: readonly CompromisedName[],
  context: CommandContext,
  { now, source }: { readonly now: Date; readonly source: KeyCommands['source'] },
): Promise<void> {
  const hashes = marked.flatMap((name) => (name.kind === 'result' ? [] : [name.sha256]));
  const isRootMarked = hashes.includes(current.root);
  if (!isRootMarked && !hashes.includes(current.signer)) return;
  if (context.config.signing.p12 !== null) {
    context.out('PDF files are not signed any more: put another file in the place of REPORT_P12_FILE.');
    return;
  }
  const authority = authorityOf(await renewSigner(await source(), now, { isNewAuthority: isRootMarked }), now, true);
  await folder.addAuthority(authority);
  if (isRootMarked) context.out(`root    ${authority.sha256}  signs from now on: publish it as you did the one before`);
}

function momentOf(text: string): Date {
  // Without a zone it would be the local time of this machine, which is ambiguous.
  const isZoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const moment = new Date(text);
  if (isZoned && !Number.isNaN(moment.getTime())) return moment;
  throw new CommandError('--from takes a moment with its time zone, such as 2026-11-20T08:00:00Z.', EXIT.usage);
}
