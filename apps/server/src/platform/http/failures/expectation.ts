import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { AppError } from '../../kernel/app-error.ts';

/**
 * Refuses `Expect` with anything but `100-continue` as any other refusal: in the envelope, in a page, in the log. Node
 * by itself answers 417 without a body, before the router is reached.
 */
export const expectation = plugin(async (app: FastifyInstance) => {
  const unmet = new WeakSet<IncomingMessage>();

  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unmet.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', async ({ raw }) => {
    if (unmet.has(raw)) throw new AppError('ExpectationFailed');
  });
});
