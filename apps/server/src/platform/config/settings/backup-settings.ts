import path from 'node:path';
import { z } from 'zod';
import { SECRET } from './setting-kinds.ts';

/** What backups are made with. */
export interface BackupFacts {
  /** What the secrets in backups are encrypted with; null asks for it at the terminal. */
  readonly passphrase: string | null;
  /** Folder of the restore log. */
  readonly restoreLogDir: string;
}

/** Shorter ones are guessed, however slowly each guess is tried. */
export const SHORTEST_PASSPHRASE = 12;

export const PASSPHRASE_RULE = `a passphrase of at least ${SHORTEST_PASSPHRASE} characters on one line`;

/** The settings of the environment for backups. */
export const backupSettings = {
  BACKUP_PASSPHRASE: z
    .string()
    .trim()
    .refine((text) => isPassphrase(text), PASSPHRASE_RULE)
    .optional()
    .meta(SECRET),
  RESTORE_LOG_DIR: z.string().optional(),
};

export function isPassphrase(text: string): boolean {
  return text.length >= SHORTEST_PASSPHRASE && !/[\r\n]/.test(text);
}

interface BackupValues {
  readonly BACKUP_PASSPHRASE?: string | undefined;
  readonly RESTORE_LOG_DIR?: string | undefined;
  readonly ASSAY_DATA_DIR: string;
}

/** @param cloneDir where relative folders are looked for */
export function backupsOf(value: BackupValues, cloneDir: string): BackupFacts {
  const { BACKUP_PASSPHRASE: passphrase, RESTORE_LOG_DIR: folder, ASSAY_DATA_DIR: dataDir } = value;
  return {
    passphrase: passphrase ?? null,
    restoreLogDir: folder === undefined ? path.join(dataDir, 'restore-log') : path.resolve(cloneDir, folder),
  };
}
