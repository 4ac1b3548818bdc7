/** What must not outlive a drill that is cut off: it runs synchronously when the process exits. */
const undo = new Set<() => void>();

process.once('exit', () => {
  for (const step of [...undo].toReversed()) {
    try {
      step();
    } catch (error) {
      process.stderr.write(`${String(error)}\n`);
    }
  }
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

/** Keeps a step for the exit; the returned function forgets it. */
export function atExit(step: () => void): () => void {
  undo.add(step);
  return () => undo.delete(step);
}

/** Ends a process if it is still there. */
export function killQuietly(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
