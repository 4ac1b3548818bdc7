import { progressLine } from '@assay/command';
import { type Logger, pino } from 'pino';
import { alwaysLogging, logWholeProcess, openProcessLog } from '../log/process-log.ts';

export interface ServiceOutput {
  readonly log: Logger;
  /** One line for people, to stdout. */
  readonly out: (text: string) => void;
  /** What was done, one sentence: a line of the log, or shown at a terminal whose log leaves it out. */
  readonly say: (text: string) => void;
  /** Progress of long work: one line that is replaced at a terminal, else a line of the log at level debug. */
  readonly progress: (text: string) => void;
  /** Why the command ends, for the log, or at a terminal for the person there. */
  readonly fail: (text: string, cause?: unknown) => void;
  /** Hands every line that is logged from now on to a further receiver. */
  readonly onLine: (receive: (line: string) => void) => void;
  /** Removes a line of progress from the terminal. */
  readonly clear: () => void;
}

/** Opens the log of this process, which from then on writes nothing else to stderr. */
export function openServiceOutput(): ServiceOutput {
  const isTerminal = process.stderr.isTTY === true;
  const write = process.stderr.write.bind(process.stderr);
  const line = progressLine({ isTTY: isTerminal, write });
  const stderr = pino.destination(2);
  let receive: ((text: string) => void) | null = null;
  const log = openProcessLog({
    write: (text) => {
      line.clear();
      stderr.write(text);
      receive?.(text);
    },
  });
  logWholeProcess(log);
  return {
    log,
    out: (text) => {
      line.clear();
      process.stdout.write(`${text}\n`);
    },
    say: (text) => {
      if (isTerminal && !log.isLevelEnabled('info')) line.show(text);
      else log.info(text);
    },
    progress: isTerminal ? line.show : (text) => log.debug(text),
    fail: (text, cause) => {
      line.clear();
      if (isTerminal) write(`${text}\n`);
      else alwaysLogging(log).fatal(cause === undefined ? {} : { err: cause }, text);
    },
    onLine: (receiver) => {
      receive = receiver;
    },
    clear: line.clear,
  };
}
