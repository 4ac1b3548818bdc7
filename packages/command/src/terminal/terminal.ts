import { progressLine } from './progress-line.ts';

/** Where a command writes, and what stops it. */
export interface Terminal {
  /** One line of data, to stdout. */
  readonly out: (text: string) => void;
  /** One line for people, to stderr. */
  readonly err: (text: string) => void;
  /** Progress of long work: one line on stderr, replaced in a terminal, printed rarely elsewhere. */
  readonly progress: (text: string) => void;
  /** Aborted by Ctrl-C; long work stops at the next safe point. */
  readonly signal: AbortSignal;
}

export interface TextOutput extends Omit<Terminal, 'signal'> {
  /** Removes a line of progress from the terminal. */
  readonly clear: () => void;
}

/** Data to stdout, all other text to stderr. */
export function textOutput(): TextOutput {
  const progress = progressLine(process.stderr);
  const print = (stream: NodeJS.WriteStream, text: string): void => {
    progress.clear();
    stream.write(`${text}\n`);
  };
  return {
    out: (text) => print(process.stdout, text),
    err: (text) => print(process.stderr, text),
    progress: progress.show,
    clear: progress.clear,
  };
}

/** The reader of a pipe may have seen enough (`| head`): no failure, and no reason to leave anything open. */
export function allowClosedPipe(): void {
  process.stdout.on('error', (error: Error & { readonly code?: string }) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
