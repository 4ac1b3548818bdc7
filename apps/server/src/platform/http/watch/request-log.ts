import type { FastifyInstance } from 'fastify';
import plugin from 'fastify-plugin';
import { withinSpanOf } from './tracing.ts';

/**
 * One line an answer, with the route's pattern and never the address asked for: queries hold people's wallet
 * addresses, and the id in a result's path opens that result.
 */
export const requestLog = plugin(async (app: FastifyInstance) => {
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    // The answer ends in a callback of the connection, which belongs to no request.
    withinSpanOf(request, () => request.log.info(facts, 'answered'));
  });
});
