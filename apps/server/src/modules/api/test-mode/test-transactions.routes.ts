import { ListTestTransactionsV1 } from '@assay/contracts/v1';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { describeTransfer } from './test-outcomes.ts';
import { testTransactions } from './test-transactions.ts';

const listAll = () => ({
  object: 'list' as const,
  data: testTransactions().map(({ network, id, from, to, outcome }) => ({
    object: 'test_transaction' as const,
    network,
    transaction: id,
    from,
    to,
    outcome,
    description: describeTransfer(outcome),
  })),
});

/** The transactions that test keys know. */
export const testTransactionRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    ListTestTransactionsV1.path,
    {
      schema: {
        operationId: 'listTestTransactions',
        summary: 'List test transactions',
        description:
          'One transaction for each outcome and network, the same in every installation. Test keys know these only.',
        tags: ['test mode'],
        response: ListTestTransactionsV1.answers,
      },
      config: { answersTestKeys: true },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'private, max-age=3600');
      return listAll();
    },
  );
};
