import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/** How long the work that requests wait for may still take when the server stops, in milliseconds. */
const GRACE_MS = 10_000;
/** How long the last answers may take after that. */
const LAST_ANSWERS_MS = 2_000;
/** How long a connection that was opened just before has to send its request. */
const FIRST_REQUEST_MS = 500;

export interface StoppingOptions {
  readonly graceMs?: number | undefined;
  /** Aborted when the server is asked to stop; it may listen on for a while, so that proxies notice. */
  readonly stopSignal?: AbortSignal | undefined;
}

/**
 * Stops as soon as nobody is being answered. Node waits for every connection, and browsers hold some on which they have
 * asked nothing yet: for each of these the whole time of a request's head would pass, a minute by default. From the
 * request to stop on, every answer ends its connection (RFC 9112, section 9.6), so that no further request is sent on
 * one that is about to close; a connection opened at the last moment may still send one.
 */
export const stopping = plugin(async (app: FastifyInstance, { graceMs = GRACE_MS, stopSignal }: StoppingOptions) => {
  const answering = new Map<Socket, number>();
  const openedAt = new WeakMap<Socket, number>();
  let isClosing = false;

  app.server.on('connection', (socket) => {
    answering.set(socket, 0);
    openedAt.set(socket, performance.now());
    socket.once('close', () => answering.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (answering.get(socket) ?? 1) - 1;
      if (!socket.destroyed) answering.set(socket, left);
      if (isClosing && left === 0) socket.destroySoon();
    });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing || stopSignal?.aborted) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    const closeIdle = (isDue: (socket: Socket) => boolean) => {
      for (const [socket, requests] of answering) if (requests === 0 && isDue(socket)) socket.destroySoon();
    };
    const now = performance.now();
    const isNew = (socket: Socket) => now - (openedAt.get(socket) ?? 0) < FIRST_REQUEST_MS;
    closeIdle((socket) => !isNew(socket));
    setTimeout(closeIdle, FIRST_REQUEST_MS, isNew);
    const over = setTimeout(() => app.server.closeAllConnections(), graceMs + LAST_ANSWERS_MS);
    app.server.once('close', () => clearTimeout(over));
  });
});
