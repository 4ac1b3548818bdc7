const NAME = 'assay.session-end';

const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

/**
 * Calls `listener` when the session is over: a call of this page found that out, or another tab of the browser logged
 * out. Browser only.
 *
 * @returns how to stop listening
 */
export function onSessionEnd(listener: () => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** A call of this page found the session over. */
export function reportSessionEnd(): void {
  for (const listener of listeners) listener();
}

/** This page logged out: the other tabs show pages of the session that has ended. */
export function tellOtherTabs(): void {
  openChannel().postMessage(null);
}

/** One for the page: a channel does not receive its own messages. */
function openChannel(): BroadcastChannel {
  if (channel === undefined) {
    channel = new BroadcastChannel(NAME);
    channel.addEventListener('message', reportSessionEnd);
  }
  return channel;
}
