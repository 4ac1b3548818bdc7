import type { WriteStream } from 'node:tty';

const SPARSE_INTERVAL_MS = 2000;

export interface ProgressLine {
  readonly show: (text: string) => void;
  readonly clear: () => void;
}

/** One line that replaces itself in a terminal; elsewhere at most one line every two seconds. */
export function progressLine(
  stream: Pick<WriteStream, 'write'> & { isTTY?: boolean },
  now: () => number = Date.now,
): ProgressLine {
  let isShown = false;
  let lastAt = Number.NEGATIVE_INFINITY;
  return {
    show(text) {
      if (stream.isTTY === true) {
        stream.write(`\r\u001b[2K${text}`);
        isShown = true;
        return;
      }
      if (now() - lastAt < SPARSE_INTERVAL_MS) return;
      lastAt = now();
      stream.write(`${text}\n`);
    },
    clear() {
      if (isShown) stream.write('\r\u001b[2K');
      isShown = false;
    },
  };
}
