import { ListTestAddressesV1 } from '@assay/contracts/v1';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { testAddresses } from './test-addresses.ts';
import { OUTCOMES } from './test-outcomes.ts';

const listAll = () => ({
  object: 'list' as const,
  data: testAddresses().map(({ network, address, outcome }) => ({
    object: 'test_address' as const,
    network,
    address,
    outcome,
    description: OUTCOMES[outcome].description,
  })),
});

/** The addresses that test keys know. */
export const testAddressRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    ListTestAddressesV1.path,
    {
      schema: {
        operationId: 'listTestAddresses',
        summary: 'List test addresses',
        description:
          'One address for each outcome and network, the same in every installation. Test keys know these only.',
        tags: ['test mode'],
        response: ListTestAddressesV1.answers,
      },
      config: { answersTestKeys: true },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'private, max-age=3600');
      return listAll();
    },
  );
};
