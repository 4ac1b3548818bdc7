import { z } from 'zod';
import { KEY_PROBLEMS, listOf, type V1Contract } from './calls.ts';

/** What a check of a test address ends with; each network has one address for each. */
export const TEST_OUTCOMES = [
  'star_1',
  'star_2',
  'star_3',
  'star_4',
  'star_5',
  'not_rated',
  'sanctioned',
  'frozen',
  'slow',
  'failing',
  'out_of_coverage',
] as const;

export type TestOutcome = (typeof TEST_OUTCOMES)[number];

/** An address that test keys know. */
export const TestAddressV1 = z
  .object({
    object: z.literal('test_address'),
    network: z.string().describe('Id of the network.'),
    address: z.string().describe('In canonical form.'),
    outcome: z.enum(TEST_OUTCOMES).describe('What a check of it ends with.'),
    description: z.string().describe('What a check of it answers.'),
  })
  .meta({
    id: 'TestAddress',
    examples: [
      {
        object: 'test_address',
        network: 'TRX',
        address: 'TW3e7XyDgpfamBg3ZArAkH8qo7vW6HFdC2',
        outcome: 'star_5',
        description: '5 stars, low risk: nearly all of the money comes from licensed exchanges.',
      },
    ],
  });

/** GET /v1/test_addresses: the addresses that test keys know, the same in every installation. */
export const ListTestAddressesV1 = {
  method: 'GET',
  path: '/v1/test_addresses',
  summary: 'List test addresses',
  description: 'One address for each outcome and network, the same in every installation. Test keys know these only.',
  tag: 'test mode',
  answersTestKeys: true,
  answers: { 200: listOf(TestAddressV1) },
  problems: KEY_PROBLEMS,
} as const satisfies V1Contract;
