import { AlreadyRunningError } from './embedded.ts';

/** The data folder cannot hold the database; the message says what to do. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

const CAUSES: readonly { readonly sign: RegExp; readonly text: string }[] = [
  {
    sign: /ENOSPC|EDQUOT|EFBIG|No space left on device|Disk quota exceeded|File too large/,
    text: 'The disk of the data folder is full, or a limit of this account is reached. Free some space, or set ASSAY_DATA_DIR to a folder on another disk',
  },
  {
    sign: /EROFS|Read-only file system/,
    text: 'The data folder is on a read-only file system. Set ASSAY_DATA_DIR to a folder that can be written',
  },
  {
    sign: /EACCES|EPERM|Permission denied|has wrong ownership|invalid permissions/,
    text: 'The data folder cannot be written by this account. Set ASSAY_DATA_DIR to a folder of its own, or start as the account that made it',
  },
  {
    sign: /ENOTDIR|EEXIST/,
    text: 'The data folder is not a folder. Set ASSAY_DATA_DIR to a folder',
  },
];

/** Turns what the system or PostgreSQL said about the data folder into what the operator can do. */
export function explainStorageFailure(error: unknown, dataDir: string): Error {
  if (error instanceof AlreadyRunningError) return error;
  const original = error instanceof Error ? error : new Error(String(error));
  const said = `${'code' in original ? String(original.code) : ''} ${original.message}`;
  const cause = CAUSES.find(({ sign }) => sign.test(said));
  if (cause === undefined) return original;
  return new StorageError(`${cause.text} (${dataDir}).`, { cause: original });
}
