import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { type Caller, DEMO_CALLER } from '../caller.ts';
import { isLoopbackVisit } from './loopback.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Finds out who asks. Until people can sign in that is the demo account, for visits under the loopback rule. */
export const caller = plugin(async (app: FastifyInstance, settings: { host: string; publicUrl: string }) => {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = isLoopbackVisit(settings, request.headers) ? DEMO_CALLER : null;
  });
});

/** Route hook: refuses a request without a caller before its body is read. */
export async function requireCaller(request: FastifyRequest): Promise<void> {
  callerOf(request);
}

export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new AppError('Unauthorized');
  return request.caller;
}

/** Route hook for what only administrators may do. */
export async function requireAdmin(request: FastifyRequest): Promise<void> {
  if (!callerOf(request).isAdmin) throw new AppError('AdminOnly');
}

/** Route hook for what a suspended user may not do: check and buy. */
export async function requireActiveCaller(request: FastifyRequest): Promise<void> {
  if (callerOf(request).isSuspended) throw new AppError('AccountSuspended');
}
