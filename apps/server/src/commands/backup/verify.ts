import { STDIO } from '@assay/command';
import { readBackup } from '../../modules/backup/index.ts';
import type { CommandContext } from '../context.ts';
import { isPassphraseNamed, type PassphraseOptions, passphraseSource } from './ask-passphrase.ts';
import { openBackup } from './open-backup.ts';

/** Without a passphrase the sums are checked all the same, so that those who keep the file need not know it. */
export async function verify(context: CommandContext, file: string, options: PassphraseOptions): Promise<void> {
  const isNamed = isPassphraseNamed(context, options);
  const passphrase = passphraseSource(context, options, { isNew: false, isStdinTaken: file === STDIO });
  let made = '';
  let bytes = 0;
  let files = 0;
  const rows = await readBackup(await openBackup(file, context, passphrase), {
    passphrase: isNamed ? passphrase : null,
    mustBeEncrypted: isNamed,
    begin: async ({ made_at, product }) => {
      made = `${made_at} by Assay ${product}`;
    },
    rows: async (_table, part) => {
      for await (const chunk of part) bytes += chunk.length;
    },
    file: async (_kind, _name, content) => {
      bytes += content.length;
      files += 1;
    },
  });
  const counts = Object.values(rows);
  const sum = counts.reduce((all, count) => all + count, 0);
  context.out(`Whole and unchanged: ${sum} rows of ${counts.length} tables, ${bytes} bytes, made ${made}.`);
  context.out(
    files === 0
      ? 'The passphrase was not tried: name it to see that it opens the secrets and keys.'
      : `${files} files of secrets and keys can be read.`,
  );
}
