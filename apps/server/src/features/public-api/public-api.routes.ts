import type { FastifyPluginAsync } from 'fastify';
import type { ApiKeysService } from '../api-keys/index.ts';
import { type CatalogueRoutesOptions, catalogueRoutes } from './catalogue.routes.ts';
import { type CheckRoutesOptions, checkRoutes } from './checks.routes.ts';
import { keyGate } from './key-gate.ts';
import { ProblemError } from './problem-error.ts';
import { sendProblem } from './problems.ts';

export interface PublicApiOptions extends CheckRoutesOptions, CatalogueRoutesOptions {
  readonly keys: Pick<ApiKeysService, 'authenticate'>;
  readonly apiRequestsPerMinute: number;
}

/** Everything under `/api/v1`: opened by API keys, failing in problems. */
export const publicApiRoutes: FastifyPluginAsync<PublicApiOptions> = async (app, options) => {
  app.setErrorHandler(sendProblem);
  await app.register(keyGate, { keys: options.keys, requestsPerMinute: options.apiRequestsPerMinute });
  await app.register(checkRoutes, options);
  await app.register(catalogueRoutes, options);
  const unknown = { schema: { hide: true } };
  app.all('/v1', unknown, noSuchPath);
  app.all('/v1/*', unknown, noSuchPath);
};

function noSuchPath(): never {
  throw new ProblemError('not_found', 'There is no such path. The paths are listed at /developers.');
}
