export { addCompletion } from './completion.ts';
export { remoteCommand } from './program.ts';
export { runRemote } from './run-remote.ts';
