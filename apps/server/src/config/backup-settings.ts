import { z } from 'zod';

/** What backups are made with. */
export interface BackupFacts {
  /** What the secrets in backups are encrypted with; null asks for it at the terminal. */
  readonly passphrase: string | null;
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
    .optional(),
};

export function isPassphrase(text: string): boolean {
  return text.length >= SHORTEST_PASSPHRASE && !/[\r\n]/.test(text);
}

export function backupsOf(value: { readonly BACKUP_PASSPHRASE?: string | undefined }): BackupFacts {
  return { passphrase: value.BACKUP_PASSPHRASE ?? null };
}
