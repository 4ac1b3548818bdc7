import { z } from 'zod';
import { KEY_PROBLEMS, listOf, type V1Contract } from './calls.ts';

/** How the addresses of a network are written; those without a short name of their own are `other`. */
export const ADDRESS_FORMS = ['base58', 'base58check', 'bech32', 'cashaddr', 'hex', 'strkey', 'other'] as const;
export type AddressForm = (typeof ADDRESS_FORMS)[number];

export const NetworkV1 = z
  .object({
    object: z.literal('network'),
    id: z.string().describe('What `network` of a check names.'),
    name: z.string().describe('Name of the network.'),
    native_asset: z.string().describe('Ticker of the coin that pays fees.'),
    assets: z.array(z.string()).describe('Tickers of the assets that can be checked on it.'),
    is_followed: z
      .boolean()
      .describe(
        'Whether money is followed on it; addresses of others are judged by their form alone, and never rated.',
      ),
    ledger: z
      .enum(['account', 'utxo'])
      .nullable()
      .describe('Balances of accounts, or outputs that are spent; null where money is not followed.'),
    address_forms: z
      .array(
        z.object({
          form: z.enum(ADDRESS_FORMS).describe('How it is written.'),
          prefix: z
            .string()
            .nullable()
            .describe('With what every address of the form begins; null where there is no such text.'),
        }),
      )
      .describe('How its addresses are written.'),
    is_read_on_demand: z
      .boolean()
      .describe(
        'Whether this installation reads the chain through a provider during a check, where it holds no records.',
      ),
    records: z
      .array(
        z.object({
          asset: z.string().describe('Ticker of the asset.'),
          count: z.number().int().min(0).describe('Number of records.'),
          first_day: z.iso.date().describe('Day of the first record.'),
          last_day: z.iso.date().describe('Day of the last record.'),
          tip_block: z
            .number()
            .int()
            .nullable()
            .describe('Height of the last record’s block; null where no source gave one.'),
          is_from_beginning: z.boolean().describe('Whether every record since the beginning is held.'),
        }),
      )
      .describe('Records that this installation holds; empty where it holds none.'),
  })
  .meta({
    id: 'Network',
    examples: [
      {
        object: 'network',
        id: 'BTC',
        name: 'Bitcoin',
        native_asset: 'BTC',
        assets: ['BTC'],
        is_followed: true,
        ledger: 'utxo',
        address_forms: [
          { form: 'base58check', prefix: null },
          { form: 'bech32', prefix: 'bc1' },
        ],
        is_read_on_demand: true,
        records: [],
      },
    ],
  });
export type NetworkV1 = z.infer<typeof NetworkV1>;

/** GET /v1/networks: every network that a check can name. */
export const ListNetworksV1 = {
  method: 'GET',
  path: '/v1/networks',
  summary: 'List networks',
  description: 'Every network that a check can name, with the records that this installation holds of it.',
  tag: 'catalogue',
  answersTestKeys: true,
  answers: { 200: listOf(NetworkV1) },
  problems: KEY_PROBLEMS,
} as const satisfies V1Contract;

/** GET /v1/networks/{id}; `id` in any case. */
export const RetrieveNetworkV1 = {
  method: 'GET',
  path: '/v1/networks/:id',
  summary: 'Retrieve a network',
  description: 'With the records that this installation holds of it.',
  tag: 'catalogue',
  answersTestKeys: true,
  params: z.object({
    id: z
      .string()
      .regex(/^\w{1,32}$/)
      .describe('Id of the network, in any case.'),
  }),
  answers: { 200: NetworkV1 },
  problems: [...KEY_PROBLEMS, 'invalid_request', 'not_found'],
} as const satisfies V1Contract;
