import { ListNetworksV1, RetrieveNetworkV1 } from '@assay/contracts/v1';
import { type Asset, usualParent } from '@assay/domain';
import type { FastifyInstance } from 'fastify';
import { answerV1 } from './answer-v1.ts';
import { type HeldData, networkResources } from './network-resource.ts';
import { ProblemError } from './problem-error.ts';

export interface NetworkRoutesOptions {
  readonly catalogue: readonly Asset[];
  readonly heldData: () => Promise<HeldData>;
}

/** As long as what it is made of is kept. */
const CACHED = 'private, max-age=10';

/** The networks that checks can name, and what this installation knows of each. */
export async function networkRoutes(
  app: FastifyInstance,
  { catalogue, heldData }: NetworkRoutesOptions,
): Promise<void> {
  answerV1(app, ListNetworksV1, async ({ reply }) => {
    reply.header('cache-control', CACHED);
    return { object: 'list' as const, data: [...networkResources(catalogue, await heldData())] };
  });

  answerV1(app, RetrieveNetworkV1, async ({ params, reply }) => {
    const networks = networkResources(catalogue, await heldData());
    const named = (id: string) => networks.find((one) => one.id.toUpperCase() === id);
    const network = named(params.id.toUpperCase()) ?? named(usualParent(params.id));
    if (network === undefined) {
      throw new ProblemError('not_found', 'There is no such network. GET /api/v1/networks lists them.');
    }
    reply.header('cache-control', CACHED);
    return network;
  });
}
