import type { InstallationFolders } from '../../modules/backup/index.ts';
import { keyFolderOf } from '../../modules/reports/outside/signing/open-key-home.ts';
import type { Config } from '../../platform/config/config.ts';

/** The folders of this installation whose files belong to a backup. */
export function foldersOf(config: Config): InstallationFolders {
  return { dataDir: config.dataDir, keysDir: keyFolderOf(config) };
}
