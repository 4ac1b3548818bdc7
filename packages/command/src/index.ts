export {
  declareCheck,
  declareCheckPlanned,
  declareCheckTransaction,
  declareScreen,
  isAnsweredByServer,
  REMOTE_COMMANDS,
  type RemoteCommand,
  SHARED_COMMANDS,
} from './declared.ts';
export { CommandError, EXIT, EXIT_HELP } from './exit.ts';
export { assayProgram } from './program.ts';
export { besideData, type OutputFile, openOutput } from './terminal/output-file.ts';
export { printable } from './terminal/printable.ts';
export { progressLine } from './terminal/progress-line.ts';
export { assertStdinUnread, readWhole, STDIO } from './terminal/read-whole.ts';
export { listenForStop, type StopSignal } from './terminal/stop-signal.ts';
export { tableText } from './terminal/table-text.ts';
export { allowClosedPipe, type Terminal, type TextOutput, textOutput } from './terminal/terminal.ts';
