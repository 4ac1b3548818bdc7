import type { Config } from '../../../platform/config/config.ts';
import { keyFolderOf } from '../../reports/outside/signing/open-key-home.ts';
import type { InstallationFolders } from '../backup/installation-files.ts';

/** The folders of this installation whose files belong to a backup. */
export function foldersOf(config: Config): InstallationFolders {
  return { dataDir: config.dataDir, keysDir: keyFolderOf(config) };
}
