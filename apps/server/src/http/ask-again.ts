import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { refuseSuspended } from './suspension.ts';

type Guard = (request: FastifyRequest) => Promise<void>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Reads again by what the request was admitted, and refuses it where that is over; null for visitors. */
    readmit: Guard | null;
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

  app.addHook('onRoute', (route) => {
    const guards = [route.preParsing ?? []].flat().filter(isGuard);
    // A copy: routes share their settings.
    if (guards.length > 0) route.config = { ...route.config, guards };
  });

  app.addHook('preValidation', async (request) => {
    // Without a body nothing was waited for.
    if (request.body !== undefined) await askAgain(request);
  });
});

/**
 * Refuses a request whose sender may do no longer what it asks for, as if it had just begun. A body that the handler
 * reads itself is followed by another call of this.
 */
export async function askAgain(request: FastifyRequest): Promise<void> {
  if (request.readmit === null) return;
  await request.readmit(request);
  refuseSuspended(request);
  for (const guard of request.routeOptions.config.guards ?? []) await guard(request);
}

/** Guards take the request and nothing of its body. */
function isGuard(hook: unknown): hook is Guard {
  return typeof hook === 'function' && hook.length === 1;
}
