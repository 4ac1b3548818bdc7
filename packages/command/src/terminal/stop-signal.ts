const FORCE_AFTER_MS = 1000;

export interface StopSignal {
  readonly signal: AbortSignal;
  readonly dispose: () => void;
}

/**
 * Aborts on Ctrl-C, SIGTERM, the launcher's message 'stop', and the end of the launcher. A second Ctrl-C a moment
 * later ends the process at once. `dispose` has to be called when the command has finished: listening to the launcher
 * keeps the process running.
 */
export function listenForStop(): StopSignal {
  const controller = new AbortController();
  let firstAt: number | undefined;
  const stop = (): void => {
    const now = Date.now();
    if (firstAt !== undefined && now - firstAt > FORCE_AFTER_MS) process.exit(130);
    firstAt ??= now;
    controller.abort();
  };
  const onMessage = (message: unknown): void => {
    if (message === 'stop') stop();
  };
  const onDisconnect = (): void => controller.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  process.on('message', onMessage);
  process.on('disconnect', onDisconnect);
  return {
    signal: controller.signal,
    dispose: () => {
      for (const signal of signals) process.off(signal, stop);
      process.off('message', onMessage);
      process.off('disconnect', onDisconnect);
    },
  };
}
