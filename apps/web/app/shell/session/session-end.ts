const NAME = 'assay.session-end';

type Listener = (isOver: boolean) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | undefined;

/**
 * Calls `listener` when the session is over, because a call of this page found that out or another tab of the browser
 * logged out; with false when another tab selected another workspace. Browser only.
 *
 * @returns how to stop listening
 */
export function onSessionChange(listener: Listener): () => void {
  openChannel();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** A call of this page found the session over. */
export function reportSessionEnd(): void {
  report(true);
}

/** This page logged out, or with false selected another workspace: the other tabs show pages of what was before. */
export function tellOtherTabs(isOver: boolean): void {
  openChannel().postMessage(isOver);
}

function report(isOver: boolean): void {
  for (const listener of listeners) listener(isOver);
}

/** One for the page: a channel does not receive its own messages. */
function openChannel(): BroadcastChannel {
  if (channel === undefined) {
    channel = new BroadcastChannel(NAME);
    // A tab of an older build sends null when it logs out.
    channel.addEventListener('message', ({ data }) => report(data !== false));
  }
  return channel;
}
