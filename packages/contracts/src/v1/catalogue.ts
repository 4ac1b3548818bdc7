import { API_MODES, API_SCOPES } from '@assay/domain';
import { z } from 'zod';
import { KEY_PROBLEMS, listOf } from './calls.ts';

const AssetV1 = z.object({
  object: z.literal('asset'),
  asset: z.string(),
  network: z.string(),
  name: z.string(),
  decimals: z.number().int(),
  /** Whether money of it is followed here; the addresses of others are judged by their form alone, and never rated. */
  is_followed: z.boolean(),
});

/** GET /v1/assets: every asset that can be checked, with the network to name. */
export const ListAssetsV1 = {
  method: 'GET',
  path: '/v1/assets',
  answers: { 200: listOf(AssetV1) },
  problems: KEY_PROBLEMS,
} as const;

/** GET /v1/usage: what the workspace has left, what this key may do, and what it has spent in the present month (UTC). */
export const UsageV1 = {
  method: 'GET',
  path: '/v1/usage',
  answers: {
    200: z.object({
      object: z.literal('usage'),
      mode: z.enum(API_MODES),
      /** Null for a test key: it spends none. */
      checks_left: z.number().int().nullable(),
      /** Of the plan of the workspace; those of another plan count from the next request on. */
      limits: z.object({
        /** Name of the plan. */
        plan: z.string(),
        /** Of each key. */
        requests_per_minute: z.number().int(),
        /** Single checks of the workspace at a time, those on the site included. */
        running_checks: z.number().int(),
      }),
      key: z.object({
        id: z.string(),
        name: z.string(),
        /** What the key may do. */
        scopes: z.array(z.enum(API_SCOPES)),
        month: z.string(),
        spent: z.number().int(),
        monthly_limit: z.number().int().nullable(),
      }),
    }),
  },
  problems: KEY_PROBLEMS,
} as const;
