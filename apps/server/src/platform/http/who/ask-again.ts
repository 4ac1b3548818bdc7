import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { refuseSuspended } from './suspension.ts';

type Guard = (request: FastifyRequest) => Promise<void>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Reads again by what the request was admitted, and refuses it where that is over; null for visitors. */
    readmit: Guard | null;
    /** Whether its body had arrived before anybody decided who asks: that decision holds then. */
    isWhole: boolean;
    /** Set by a parser that leaves the body unread: the handler calls {@link askAgain} once it has arrived. */
    asksItself: boolean;
  }
  interface FastifyContextConfig {
    /** What the route asks before the body is read. */
    guards?: readonly Guard[];
  }
}

/**
 * Decides once more who asks, after the body was read: it may take 20 seconds to arrive, and a member who is removed
 * meanwhile, a session that is ended or a key that is revoked must not act by it. Must be registered before what admits
 * requests, which sets `readmit`.
 */
export const askingAgain = plugin(async (app: FastifyInstance) => {
  app.decorateRequest('readmit', null);
  app.decorateRequest('isWhole', false);
  app.decorateRequest('asksItself', false);

  app.addHook('onRequest', async (request) => {
    const { headers } = request.raw;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    // Most bodies come with the head, and are parsed behind it in the same turn.
    await nextTurn();
    // A request that was made up in the process does not say so, and is asked about again.
    request.isWhole = request.raw.complete;
  });

  app.addHook('onRoute', (route) => {
    const guards = [route.preParsing ?? []].flat().filter(isGuard);
    // A copy: routes share their settings.
    if (guards.length > 0) route.config = { ...route.config, guards };
  });

  app.addHook('preValidation', async (request) => {
    // Without a body nothing was waited for.
    if (request.body !== undefined && !request.asksItself) await askAgain(request);
  });
});

/**
 * Refuses a request whose sender may do no longer what it asks for, as if it had just begun. A handler that reads the
 * body itself calls it once all of it has arrived.
 */
export async function askAgain(request: FastifyRequest): Promise<void> {
  if (request.readmit === null || request.isWhole) return;
  await request.readmit(request);
  refuseSuspended(request);
  for (const guard of request.routeOptions.config.guards ?? []) await guard(request);
}

/** Guards take the request and nothing of its body. */
function isGuard(hook: unknown): hook is Guard {
  return typeof hook === 'function' && hook.length === 1;
}
