import swagger from '@fastify/swagger';
import type { FastifyPluginAsync } from 'fastify';
import { failAs } from '../../../platform/http/connection-failure.ts';
import { type CatalogueRoutesOptions, catalogueRoutes } from './catalogue.routes.ts';
import { type CheckRoutesOptions, checkRoutes } from './checks.routes.ts';
import { documentOptions } from './document.ts';
import { type KeyGateOptions, keyGate } from './key-gate.ts';
import { type LabelRoutesOptions, labelRoutes } from './labels.routes.ts';
import { type NetworkRoutesOptions, networkRoutes } from './networks.routes.ts';
import { ProblemError } from './problem-error.ts';
import { problemForm, sendProblem } from './problems.ts';
import { type TransferRoutesOptions, transferRoutes } from './transfers.routes.ts';
import { type WithdrawalRoutesOptions, withdrawalRoutes } from './withdrawal-attempts.routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the public API. */
    publicDocument(): object;
  }
}

export interface PublicApiOptions
  extends CheckRoutesOptions,
    TransferRoutesOptions,
    WithdrawalRoutesOptions,
    CatalogueRoutesOptions,
    NetworkRoutesOptions,
    LabelRoutesOptions,
    KeyGateOptions {
  readonly productName: string;
  /** Routes of other features under `/v1`, behind the key gate. */
  readonly more: readonly FastifyPluginAsync[];
  /** Routes of other features under `/v1` that are open to all. */
  readonly open: readonly FastifyPluginAsync[];
}

/** Everything under `/api/v1`: opened by API keys, failing in problems. Its document is open to all. */
export const publicApiRoutes: FastifyPluginAsync<PublicApiOptions> = async (app, options) => {
  app.setErrorHandler(sendProblem);
  // A body that arrives too slowly, or is no HTTP, is answered where no route is known.
  app.addHook('onRequest', async (request) => failAs(request.raw.socket, problemForm(request)));
  app.addHook('onResponse', async (request) => failAs(request.raw.socket, null));
  await app.register(swagger, documentOptions(options));
  app.get(
    '/v1/openapi.json',
    { schema: { hide: true }, config: { rateLimit: { max: app.limits.readsPerMinute } } },
    async () => app.publicDocument(),
  );
  for (const routes of options.open) await app.register(routes);
  await app.register(async (opened) => {
    await opened.register(keyGate, options);
    await opened.register(checkRoutes, options);
    await opened.register(transferRoutes, options);
    await opened.register(withdrawalRoutes, options);
    await opened.register(catalogueRoutes, options);
    await opened.register(networkRoutes, options);
    await opened.register(labelRoutes, options);
    for (const routes of options.more) await opened.register(routes);
    const unknown = { schema: { hide: true }, config: { answersTestKeys: true } };
    opened.all('/v1', unknown, noSuchPath);
    opened.all('/v1/*', unknown, noSuchPath);
  });
};

function noSuchPath(): never {
  throw new ProblemError('not_found', 'There is no such path. The paths are listed at /developers.');
}
