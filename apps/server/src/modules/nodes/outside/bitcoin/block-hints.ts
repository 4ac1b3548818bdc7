import { CORE_ERRORS, type CoreRpc } from './core-rpc.ts';
import { notifications } from './core-wire.ts';

const TOPIC = 'hashblock';
const FIRST_RECONNECT_MS = 1_000;
const LONGEST_RECONNECT_MS = 30_000;

/**
 * Yields whenever the node publishes a block by ZMQ (`zmqpubhashblock`); ends at once where the node publishes none, or
 * where this machine has no ZMQ. What is published is not used: the node is asked for its blocks.
 *
 * The publisher is the node itself, so it is at the host of the RPC whatever address the node is set to bind to.
 */
export async function* blockHints(rpc: CoreRpc, host: string, signal: AbortSignal): AsyncGenerator<void> {
  const port = await unlessAborted(portOf(rpc, signal), signal);
  const zeromq = port === null ? null : await loadZeromq();
  if (port === null || zeromq === null || signal.aborted) return;
  const socket = new zeromq.Subscriber({
    linger: 0,
    reconnectInterval: FIRST_RECONNECT_MS,
    reconnectMaxInterval: LONGEST_RECONNECT_MS,
    // Waiting hints say no more than one.
    receiveHighWaterMark: 1,
    ipv6: true,
  });
  const close = (): void => socket.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    socket.connect(`tcp://${host}:${port}`);
    socket.subscribe(TOPIC);
    for await (const _message of socket) yield;
  } finally {
    signal.removeEventListener('abort', close);
    socket.close();
  }
}

/** Null where it was aborted meanwhile: nobody waits for what it asks. */
async function unlessAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** Null where the node publishes no blocks, or was built without ZMQ. */
async function portOf(rpc: CoreRpc, signal: AbortSignal): Promise<number | null> {
  const answer = await rpc.call('getzmqnotifications', [], signal);
  if (!answer.ok && answer.code === CORE_ERRORS.methodNotFound) return null;
  const listed = rpc.resultOf(answer, 'getzmqnotifications', notifications);
  for (const { type, address } of listed) {
    const port = /^tcp:\/\/.*:(\d{1,5})$/.exec(address)?.[1];
    if (type === `pub${TOPIC}` && port !== undefined) return Number(port);
  }
  return null;
}

/** Null on machines for which the package holds nothing built. */
async function loadZeromq(): Promise<typeof import('zeromq') | null> {
  try {
    return await import('zeromq');
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
