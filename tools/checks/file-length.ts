/** A source file has at most 300 lines: one that grows beyond them is split by what it does. */

export const MAX_LINES = 300;

/** A file that may be longer, and why. */
export interface LongFile {
  readonly path: string;
  readonly reason: string;
}

export const LONG_FILES: readonly LongFile[] = [];

export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** Files that are too long, and exceptions that none needs any more. */
export function lengthProblems(sources: readonly SourceText[], exceptions: readonly LongFile[] = LONG_FILES): string[] {
  const long = sources
    .map(({ file, text }) => ({ file, lines: linesOf(text) }))
    .filter(({ lines }) => lines > MAX_LINES);
  const tooLong = long
    .filter(({ file }) => exceptions.every(({ path }) => path !== file))
    .map(({ file, lines }) => `${file}: ${lines} lines, at most ${MAX_LINES}: split it by what it does`);
  const unused = exceptions
    .filter(({ path }) => long.every(({ file }) => file !== path))
    .map(({ path }) => `${path}: has at most ${MAX_LINES} lines: remove its exception`);
  return [...tooLong, ...unused];
}

function linesOf(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
