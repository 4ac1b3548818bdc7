import { openEncrypted } from '../../modules/backup/index.ts';
import { openSource, unpacked } from '../../platform/intake/index.ts';
import type { CommandContext } from '../context.ts';

/** The tar file in a backup: decrypted where all of it is encrypted, and unpacked. */
export async function openBackup(
  file: string,
  { signal }: CommandContext,
  passphrase: () => Promise<string>,
): Promise<AsyncIterable<Uint8Array>> {
  const { bytes } = await openSource(file, { signal });
  return unpacked(await openEncrypted(bytes, passphrase), file);
}
