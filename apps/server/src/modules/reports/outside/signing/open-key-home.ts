import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SigningFacts } from '../../../../platform/config/settings/signing-settings.ts';
import type { Pool } from '../../../../platform/db/index.ts';
import { buildSeal, deriveKey } from '../../../../platform/kernel/seal.ts';
import { keptSecret } from '../../../../platform/secret/kept-secret.ts';
import { databaseKeys, hasDatabaseKeys } from './database-keys.store.ts';
import { folderKeys, type KeyHome } from './key-home.ts';

export interface KeyHomeSettings {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly signing: Pick<SigningFacts, 'keysDir' | 'keysSecret'>;
}

/** The folder of the keys, where they are in one. */
export function keyFolderOf({ dataDir, signing }: Pick<KeyHomeSettings, 'dataDir' | 'signing'>): string {
  return signing.keysDir ?? path.join(dataDir, 'keys');
}

/**
 * Where the keys are: in the folder that REPORT_KEYS_DIR names, or that the data folder holds already; with a
 * DATABASE_URL else in the database, where all servers find them. The embedded database has one server, and its keys a
 * folder beside it, unless it was restored from a backup of a database that held them.
 */
export async function openKeyHome(settings: KeyHomeSettings, openDatabase: () => Promise<Pool>): Promise<KeyHome> {
  const { databaseUrl, dataDir, signing } = settings;
  const folder = keyFolderOf(settings);
  if (signing.keysDir !== null || existsSync(path.join(folder, 'keys.json'))) return folderKeys(folder);
  if (databaseUrl === null && !existsSync(path.join(dataDir, 'postgres'))) return folderKeys(folder);
  const pool = await openDatabase();
  if (databaseUrl === null && !(await hasDatabaseKeys(pool))) return folderKeys(folder);
  const secret = await keptSecret(signing.keysSecret, dataDir, 'report-keys');
  return databaseKeys(pool, buildSeal(deriveKey(secret, 'signing-keys')));
}
