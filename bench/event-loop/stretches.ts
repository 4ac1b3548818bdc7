import { isMainThread } from 'node:worker_threads';

// Loaded into the measured server before its own modules. Looks at the processor time of the main thread as often as the
// event loop lets it, a millisecond apart at least: what it finds between two looks ran without letting others have
// their turn, but for that millisecond. Processor time, so that a busy machine is not seen as a stall. On a message it
// answers the longest since the last one.

const LOOK_MS = 1;

/** What the server answers to a message. */
export interface Stretches {
  readonly longestMs: number;
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

if (isMainThread) {
  let last = processorMs();
  let longestMs = 0;
  const look = (): void => {
    const now = processorMs();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  };
  setInterval(look, LOOK_MS).unref();
  process.on('message', () => {
    look();
    process.send?.({ longestMs } satisfies Stretches);
    longestMs = 0;
  });
  process.channel?.unref();
}
