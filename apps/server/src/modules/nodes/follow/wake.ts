import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainNode } from './follow.ports.ts';

const RETRY_HINTS_MS = 30_000;

export interface NewBlockHints {
  /** Waits until a new block may be there, at most `ms`; ends early when the signal is aborted. */
  wait(ms: number): Promise<void>;
}

/** Listens to a node's hints of new blocks, where it has any; without them each wait lasts as long as it may. */
export function listenForBlocks(node: ChainNode, signal: AbortSignal): NewBlockHints {
  let wake: () => void = () => undefined;
  let isHinted = false;
  const hint = (): void => {
    isHinted = true;
    wake();
  };
  void receive(node, hint, signal);
  return {
    wait: async (ms) => {
      if (!isHinted && !signal.aborted) {
        const hinted = Promise.withResolvers<void>();
        wake = hinted.resolve;
        await Promise.race([pause(ms, signal), hinted.promise]);
      }
      isHinted = false;
    },
  };
}

async function receive(node: ChainNode, hint: () => void, signal: AbortSignal): Promise<void> {
  if (node.newBlocks === undefined) return;
  while (!signal.aborted) {
    try {
      for await (const _ of node.newBlocks(signal)) hint();
    } catch {
      // Hints only make the follower faster: it polls as well, and what is wrong with the node is said there.
    }
    await pause(RETRY_HINTS_MS, signal);
  }
}

/** Waits; ends early, without an error, when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    // The caller looks at the signal.
  }
}
