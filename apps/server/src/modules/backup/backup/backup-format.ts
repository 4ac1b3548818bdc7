import { z } from 'zod';

const contents = z.object({
  format: z.literal('assay backup'),
  /** Version of the product that made it. */
  product: z.string(),
  made_at: z.iso.datetime(),
  /** Migrations that had run. */
  migrations: z.array(z.string().regex(/^\d{4}_[a-z0-9_]+$/)).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string().regex(/^-?\d+$/), is_called: z.boolean() })),
  /** Account ledgers, each with tables of its own. */
  ledgers: z.array(z.int().positive()),
});

/** What a backup holds, first in its file. Names of fields stay: older backups must be read. */
export const backupDescription = z.discriminatedUnion('version', [
  /** Holds the files of secrets and keys as they are. */
  contents.extend({ version: z.literal(1) }),
  /** Holds them encrypted, in one entry, with the sums of all before it. */
  contents.extend({
    version: z.literal(2),
    /** A text encrypted as the secrets are, so that a wrong passphrase shows before rows are read. */
    passphrase_check: z.base64(),
  }),
]);

/** What must have been read, last in its file: a file that was cut short has none. */
export const backupSums = z.object({
  entries: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
  rows: z.record(z.string(), z.int()),
});

export type BackupDescription = z.infer<typeof backupDescription>;
export type BackupSums = z.infer<typeof backupSums>;

export const DESCRIPTION_ENTRY = 'backup.json';
export const SUMS_ENTRY = 'sums.json';
/** `tables/<table>/<part>`: rows as COPY writes them as text, cut anywhere. */
export const TABLES = 'tables/';
/**
 * A tar file of its own, encrypted with the passphrase: the sums of all entries before it, which nobody can state who does
 * not know the passphrase, and the entries below.
 */
export const SECRETS_ENTRY = 'secrets.tar.age';
/** `data/<path>`: files of the data folder; `keys/<path>`: files of the folder of keys. */
export const DATA_FILES = 'data/';
export const KEY_FILES = 'keys/';

/** What `passphrase_check` of a description holds. */
export const PASSPHRASE_CHECK = 'assay backup';

/** A backup cannot be used; the message says why. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
