import { keyFolderOf } from '../../adapters/signing/open-key-home.ts';
import type { Config } from '../../config/config.ts';
import type { InstallationFolders } from '../../features/backup/index.ts';

/** The folders of this installation whose files belong to a backup. */
export function foldersOf(config: Config): InstallationFolders {
  return { dataDir: config.dataDir, keysDir: keyFolderOf(config) };
}
