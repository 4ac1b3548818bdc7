import { ListNetworksV1, RetrieveNetworkV1 } from '@assay/contracts/v1';
import { type Asset, usualParent } from '@assay/domain';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { type HeldData, networkResources } from './network-resource.ts';
import { ProblemError } from './problem-error.ts';

export interface NetworkRoutesOptions {
  readonly catalogue: readonly Asset[];
  readonly heldData: () => Promise<HeldData>;
}

const TAGS = ['catalogue'];
/** As long as what it is made of is kept. */
const CACHED = 'private, max-age=10';

/** The networks that checks can name, and what this installation knows of each. */
export const networkRoutes: FastifyPluginAsyncZod<NetworkRoutesOptions> = async (app, { catalogue, heldData }) => {
  const config = { answersTestKeys: true };

  app.get(
    ListNetworksV1.path,
    {
      schema: {
        operationId: 'listNetworks',
        summary: 'List networks',
        description: 'Every network that a check can name, with the records that this installation holds of it.',
        tags: TAGS,
        response: ListNetworksV1.answers,
      },
      config,
    },
    async (_request, reply) => {
      reply.header('cache-control', CACHED);
      return { object: 'list' as const, data: [...networkResources(catalogue, await heldData())] };
    },
  );

  app.get(
    RetrieveNetworkV1.path,
    {
      schema: {
        operationId: 'retrieveNetwork',
        summary: 'Retrieve a network',
        description: 'With the records that this installation holds of it.',
        tags: TAGS,
        params: RetrieveNetworkV1.params,
        response: RetrieveNetworkV1.answers,
      },
      config,
    },
    async (request, reply) => {
      const networks = networkResources(catalogue, await heldData());
      const named = (id: string) => networks.find((one) => one.id.toUpperCase() === id);
      const network = named(request.params.id.toUpperCase()) ?? named(usualParent(request.params.id));
      if (network === undefined) {
        throw new ProblemError('not_found', 'There is no such network. GET /api/v1/networks lists them.');
      }
      reply.header('cache-control', CACHED);
      return network;
    },
  );
};
