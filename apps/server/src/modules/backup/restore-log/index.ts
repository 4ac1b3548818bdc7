export { type AppliedLog, type ApplyLogDeps, applyLog } from './apply-log.ts';
export { keepRestoreLog, openLogKeeper } from './keep-log.ts';
export { RestoreLogError, type RestoreLogFile, readLogFiles } from './log-files.ts';
