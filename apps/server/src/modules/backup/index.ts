export type { InstallationFolders } from './backup/installation-files.ts';
export type { AppliedLog } from './restore-log/apply-log.ts';
export { keepRestoreLog } from './restore-log/keep-log.ts';
export type { RestoreLogFile } from './restore-log/log-files.ts';
