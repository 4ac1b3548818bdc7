export { type EndedAccess, endAccess, pauseAfterRestore, pausedSince, resumeOutgoing } from './after-restore.store.ts';
export { BackupError } from './backup-format.ts';
export { type InstallationFolders, removeFiles } from './installation-files.ts';
export { type BackupSummary, makeBackup } from './make-backup.ts';
export { openOutgoingGate } from './open-outgoing-gate.ts';
export { encryptedStream, openEncrypted } from './passphrase.ts';
export { readBackup } from './read-backup.ts';
export { assertNoFiles, type RestoreSummary, restoreBackup } from './restore-backup.ts';
