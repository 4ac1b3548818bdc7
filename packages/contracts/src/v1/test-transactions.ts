import { z } from 'zod';
import { KEY_PROBLEMS, listOf, type V1Contract } from './calls.ts';
import { TEST_OUTCOMES, type TestOutcome } from './test-addresses.ts';
import { TEST_TRANSACTION } from './transfer-examples.ts';

/** What a transfer of a test transaction ends with; each network has one transaction for each. */
export const TEST_TRANSACTION_OUTCOMES = TEST_OUTCOMES.filter(isOfTransactions);
export type TestTransactionOutcome = Exclude<TestOutcome, 'frozen' | 'out_of_coverage'>;

/** Issuers freeze addresses, and a transaction that is in no record is refused: neither is an outcome of a payment. */
function isOfTransactions(outcome: TestOutcome): outcome is TestTransactionOutcome {
  return outcome !== 'frozen' && outcome !== 'out_of_coverage';
}

/** A transaction that test keys know. */
export const TestTransactionV1 = z
  .object({
    object: z.literal('test_transaction'),
    network: z.string().describe('Id of the network; it moved every asset of it.'),
    transaction: z.string().describe('Id of the transaction.'),
    from: z.string().describe('Who paid, in canonical form: the side of its withdrawal.'),
    to: z.string().describe('Who received, in canonical form: the side of its deposit.'),
    outcome: z.enum(TEST_TRANSACTION_OUTCOMES).describe('What a transfer of it ends with, whichever side is named.'),
    description: z.string().describe('What a transfer of it answers.'),
  })
  .meta({ id: 'TestTransaction', examples: [TEST_TRANSACTION] });

/** GET /v1/test_transactions: the transactions that test keys know, the same in every installation. */
export const ListTestTransactionsV1 = {
  method: 'GET',
  path: '/v1/test_transactions',
  summary: 'List test transactions',
  description:
    'One transaction for each outcome and network, the same in every installation. Test keys know these only.',
  tag: 'test mode',
  answersTestKeys: true,
  answers: { 200: listOf(TestTransactionV1) },
  problems: KEY_PROBLEMS,
} as const satisfies V1Contract;
