import { ListTestAddressesV1, ListTestTransactionsV1 } from '@assay/contracts/v1';
import type { FastifyInstance } from 'fastify';
import { answerV1 } from '../public-api/answer-v1.ts';
import { testAddresses } from './test-addresses.ts';
import { OUTCOMES, outcomeOfTransfer } from './test-outcomes.ts';
import { testTransactions } from './test-transactions.ts';

const FIXTURES_CACHE_CONTROL = 'private, max-age=3600';

/** The addresses and transactions that test keys know. */
export async function testModeRoutes(app: FastifyInstance): Promise<void> {
  answerV1(app, ListTestAddressesV1, async ({ reply }) => {
    reply.header('cache-control', FIXTURES_CACHE_CONTROL);
    return {
      object: 'list' as const,
      data: testAddresses().map(({ network, address, outcome }) => ({
        object: 'test_address' as const,
        network,
        address,
        outcome,
        description: OUTCOMES[outcome].description,
      })),
    };
  });

  answerV1(app, ListTestTransactionsV1, async ({ reply }) => {
    reply.header('cache-control', FIXTURES_CACHE_CONTROL);
    return {
      object: 'list' as const,
      data: testTransactions().map(({ network, id, from, to, outcome }) => ({
        object: 'test_transaction' as const,
        network,
        transaction: id,
        from,
        to,
        outcome,
        description: outcomeOfTransfer(outcome).description,
      })),
    };
  });
}
