import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';

/** How long a request may still take when the server stops, in milliseconds. */
const GRACE_MS = 5_000;

/**
 * Stops as soon as nobody is being answered. Node waits for every connection, and browsers hold some on which they have
 * asked nothing yet: for each of these the whole time of a request's head would pass, a minute by default.
 */
export const stopping = plugin(async (app: FastifyInstance, { graceMs = GRACE_MS }: { readonly graceMs?: number }) => {
  const answering = new Map<Socket, number>();
  let isStopping = false;

  app.server.on('connection', (socket) => {
    answering.set(socket, 0);
    socket.once('close', () => answering.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (answering.get(socket) ?? 1) - 1;
      if (!socket.destroyed) answering.set(socket, left);
      if (isStopping && left === 0) socket.destroySoon();
    });
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const [socket, requests] of answering) if (requests === 0) socket.destroySoon();
    const over = setTimeout(() => app.server.closeAllConnections(), graceMs);
    app.server.once('close', () => clearTimeout(over));
  });
});
