import type { FastifyInstance, FastifyRequest } from 'fastify';
import plugin from 'fastify-plugin';
import { AppError } from '../../kernel/app-error.ts';
import { isApi } from './call.ts';
import { personOf } from './caller.ts';
import { operationOf } from './operation-of.ts';

/**
 * Refuses a suspended person what the contracts do not leave open, before any hook of the route and before the body is
 * read. It comes after the rate limit, so that refusals count as calls. Must be registered after `caller`.
 */
export const suspension = plugin(async (app: FastifyInstance) => {
  app.addHook('preParsing', async (request) => refuseSuspended(request));
});

/** @throws AppError AccountSuspended */
export function refuseSuspended(request: FastifyRequest): void {
  if (personOf(request)?.caller.isSuspended !== true || !isApi(request)) return;
  if (isRefused(request)) throw new AppError('AccountSuspended');
}

/** A route without a contract may be read only. */
function isRefused({ method, routeOptions }: FastifyRequest): boolean {
  const asked = method === 'HEAD' ? 'GET' : method;
  return operationOf(asked, routeOptions.url ?? '')?.isRefusedToSuspended ?? asked !== 'GET';
}
