import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError, EXIT, readWhole, STDIO } from '@assay/command';
import type { CommandContext } from '../../../platform/command/context.ts';
import { isPassphrase, PASSPHRASE_RULE } from '../../../platform/config/settings/backup-settings.ts';

export interface PassphraseOptions {
  readonly passphraseFile?: string;
}

/** The option of every command that needs a passphrase. It never is an argument: arguments are read by every process. */
export const PASSPHRASE_OPTION = [
  '--passphrase-file <file>',
  'a file that holds the passphrase; else BACKUP_PASSPHRASE_FILE, else it is asked for',
] as const;

/** Whether the command or the settings name one: what is read must then be encrypted with it. */
export function isPassphraseNamed({ config }: CommandContext, { passphraseFile }: PassphraseOptions): boolean {
  return passphraseFile !== undefined || config.backups.passphrase !== null;
}

/**
 * Where the passphrase comes from: the file named, the setting, or the terminal. Asked for once a command.
 *
 * @param isNew asks for it twice at the terminal: a typing error would lock the backup
 * @param isStdinTaken the terminal cannot be asked, because something else comes from stdin
 */
export function passphraseSource(
  { config, signal }: CommandContext,
  { passphraseFile }: PassphraseOptions,
  { isNew, isStdinTaken }: { readonly isNew: boolean; readonly isStdinTaken: boolean },
): () => Promise<string> {
  let answer: Promise<string> | undefined;
  return () => {
    answer ??= read();
    return answer;
  };

  async function read(): Promise<string> {
    if (passphraseFile === STDIO) throw new CommandError('The passphrase is read from a file, not stdin.', EXIT.usage);
    if (passphraseFile !== undefined) return accepted((await readWhole(passphraseFile)).toString('utf8').trim());
    if (config.backups.passphrase !== null) return config.backups.passphrase;
    if (isStdinTaken || !process.stdin.isTTY) {
      throw new CommandError(
        'A passphrase is needed for the secrets and keys: name a file that holds it by --passphrase-file or BACKUP_PASSPHRASE_FILE, or run the command at a terminal, which asks for it.',
        EXIT.usage,
      );
    }
    const first = accepted(await ask('Passphrase of the backup: ', signal));
    if (isNew && (await ask('The same again: ', signal)) !== first) {
      throw new CommandError('The two passphrases differ. Nothing was written.', EXIT.usage);
    }
    return first;
  }
}

function accepted(text: string): string {
  if (isPassphrase(text)) return text;
  throw new CommandError(`The passphrase must be ${PASSPHRASE_RULE}.`, EXIT.usage);
}

/** Shows the question and nothing of what is typed. */
async function ask(question: string, signal: AbortSignal): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  try {
    return (await terminal.question('', { signal })).trim();
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
