import { API_MODES, CATEGORY_IDS } from '@assay/domain';
import { z } from 'zod';
import { addressText } from '../wire/address-text.ts';
import { SCOPED_PROBLEMS, type V1Contract } from './calls.ts';

/** Who is behind a label. */
export const LABEL_SOURCE_KINDS = [
  'government',
  'issuer',
  'ledger',
  'research',
  'community',
  'operator',
  'derived',
] as const;

/** What published lists say of an address; nothing of where its money comes from, and no rating. */
export const AddressLabelsV1 = z
  .object({
    object: z.literal('address_labels'),
    mode: z.enum(API_MODES).describe('`test` for a test key: it says nothing about any address.'),
    network: z.string().describe('Id of the network.'),
    address: z.string().describe('Canonical form.'),
    labels: z
      .array(
        z.object({
          entity: z.string().describe('What the label names: a service, a group, an entry of a list.'),
          category: z.enum(CATEGORY_IDS).describe('Category of the method.'),
          title: z.string().describe('Name of the category.'),
          source: z
            .object({
              kind: z.enum(LABEL_SOURCE_KINDS).describe('Who is behind the source.'),
              name: z.string().describe('Name of the source.'),
              url: z.string().nullable().describe('Where it was published; null where the source gives no address.'),
              date: z.string().nullable().describe('When it was published; null where the source gives no day.'),
            })
            .describe('Who said it, and when.'),
          confidence: z.number().int().min(0).max(100).describe('0 to 100: how certain the source is.'),
          valid_from: z.iso.datetime().nullable().describe('Since when the label applies; null: always.'),
          valid_to: z.iso.datetime().nullable().describe('Until when the label applies; null: still.'),
        }),
      )
      .describe('The most certain first; empty where no list names the address, which does not make it safe.'),
    label_set_version: z.string().describe('Version of the labels that were read.'),
  })
  .meta({
    id: 'AddressLabels',
    examples: [
      {
        object: 'address_labels',
        mode: 'live',
        network: 'ETH',
        address: '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
        labels: [
          {
            entity: 'Lazarus Group',
            category: 'sanctions',
            title: 'Sanctions',
            source: { kind: 'government', name: 'ofac-sdn', url: null, date: '2022-04-14' },
            confidence: 100,
            valid_from: null,
            valid_to: null,
          },
        ],
        label_set_version: '0f1e2d3c4b5a6978',
      },
    ],
  });
export type AddressLabelsV1 = z.infer<typeof AddressLabelsV1>;

/** GET /v1/labels/{network}/{address}: what published lists say of an address. It costs nothing. */
export const RetrieveLabelsV1 = {
  method: 'GET',
  path: '/v1/labels/:network/:address',
  summary: 'Retrieve labels of an address',
  description:
    'What published lists say of an address: entity, category, source. It costs nothing and is no rating: an address without labels is not safe for that. 60 a minute and workspace.',
  tag: 'labels',
  scope: 'labels:read',
  answersTestKeys: true,
  params: z.object({
    network: z
      .string()
      .regex(/^\w{1,32}$/)
      .describe('Id of the network, in any case.'),
    address: addressText().describe('The address, in any form its network knows.'),
  }),
  answers: { 200: AddressLabelsV1 },
  problems: [
    ...SCOPED_PROBLEMS,
    'invalid_request',
    'not_found',
    'address_too_long',
    'invalid_address',
    'secret_not_address',
    'test_address_required',
    'transaction_not_address',
    'labels_not_loaded',
  ],
} as const satisfies V1Contract;
