import { API_MODES, API_SCOPES } from '@assay/domain';
import { z } from 'zod';
import { KEY_PROBLEMS, listOf, type V1Contract } from './calls.ts';

const AssetV1 = z.object({
  object: z.literal('asset'),
  asset: z.string().describe('Ticker.'),
  network: z.string().describe('Id of the network.'),
  name: z.string().describe('Name of the asset.'),
  decimals: z.number().int().describe('Digits after the point of one unit.'),
  is_followed: z
    .boolean()
    .describe(
      'Whether money of it is followed here; the addresses of others are judged by their form alone, and never rated.',
    ),
});

/** GET /v1/assets: every asset that can be checked, with the network to name. */
export const ListAssetsV1 = {
  method: 'GET',
  path: '/v1/assets',
  summary: 'List assets',
  description: 'Every asset that can be checked, with the network to name.',
  tag: 'catalogue',
  answersTestKeys: true,
  answers: { 200: listOf(AssetV1) },
  problems: KEY_PROBLEMS,
} as const satisfies V1Contract;

/** GET /v1/usage: what the workspace has left, what this key may do, and what it has spent in the present month (UTC). */
export const RetrieveUsageV1 = {
  method: 'GET',
  path: '/v1/usage',
  summary: 'Retrieve usage',
  description:
    'What the workspace has left, the limits of its plan, what this key may do, and what it has spent in the present month (UTC).',
  tag: 'usage',
  answersTestKeys: true,
  answers: {
    200: z.object({
      object: z.literal('usage'),
      mode: z.enum(API_MODES).describe('That of the key.'),
      checks_left: z.number().int().nullable().describe('Null for a test key: it spends none.'),
      limits: z
        .object({
          plan: z.string().describe('Name of the plan.'),
          requests_per_minute: z.number().int().describe('Of each key.'),
          running_checks: z
            .number()
            .int()
            .describe('Single checks of the workspace at a time, those on the site included.'),
        })
        .describe('Of the plan of the workspace; those of another plan count from the next request on.'),
      key: z
        .object({
          id: z.string().describe('Id of the key, which is not secret.'),
          name: z.string().describe('Name of the key.'),
          scopes: z.array(z.enum(API_SCOPES)).describe('What the key may do.'),
          month: z.string().describe('Calendar month (UTC), such as `2026-11`.'),
          spent: z.number().int().describe('Checks that the key spent in it, those that are running included.'),
          monthly_limit: z
            .number()
            .int()
            .nullable()
            .describe('Most checks that it may spend in a month; null: no limit.'),
        })
        .describe('What the key of the request has spent.'),
    }),
  },
  problems: KEY_PROBLEMS,
} as const satisfies V1Contract;
