import { API_MODES, API_SCOPES } from '@assay/domain';
import { z } from 'zod';
import { Done } from '../auth/logout.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { lineText } from '../wire/stored-text.ts';

/** Keys of one workspace that work at a time. */
export const API_KEYS_AT_MOST = 20;

const KEY_ID = /^key_[0-9A-Za-z]{16}$/;
const keyParams = z.object({ id: z.string().regex(KEY_ID) });

/** An API key as lists show it: never the key itself. */
export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    /** First and last characters of the key, such as `aml_live_4Fq…9xTb`. */
    hint: z.string(),
    mode: z.enum(API_MODES),
    scopes: z.array(z.enum(API_SCOPES)),
    /** CIDR ranges that may use it; empty: any address. */
    address_ranges: z.array(z.string()),
    /** Most checks it may spend in a calendar month (UTC); null: as many as the workspace has. */
    monthly_limit: z.number().int().nullable(),
    /** Checks it has spent or reserved in the present month. */
    spent_this_month: z.number().int(),
    created_at: z.iso.datetime(),
    /** Email of the member who made it; null once that account is gone. */
    created_by: z.string().nullable(),
    expires_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable(),
    /** Until when the former key works beside the present one; null without one. */
    former_until: z.iso.datetime().nullable(),
    is_expired: z.boolean(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKeyData = z.object({
  key: ApiKey,
  /** The whole key; it is shown this once and stored as a hash only. */
  secret: z.string(),
});

/** GET /developers/keys: the keys of the selected workspace, the newest first. */
export const ApiKeys = {
  method: 'GET',
  path: '/developers/keys',
  summary: 'The API keys of the workspace',
  tag: 'developers',
  limit: 'reads',
  needs: { permission: 'keys' },
  answers: { 200: success(z.object({ keys: z.array(ApiKey) })) },
} as const satisfies Contract;

export const CreateApiKeyBody = z
  .object({
    name: lineText().min(1).max(80),
    /** A test key spends nothing and answers from the published test addresses. */
    mode: z.enum(API_MODES).default('live'),
    scopes: z.array(z.enum(API_SCOPES)).min(1).max(API_SCOPES.length),
    address_ranges: z
      .array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]))
      .max(20)
      .default([]),
    monthly_limit: z.number().int().min(1).max(10_000_000).nullable().default(null),
    /** Days until it stops working; null: it works until it is revoked. */
    expires_in_days: z.number().int().min(1).max(3650).nullable().default(null),
  })
  .refine(({ mode, monthly_limit }) => mode === 'live' || monthly_limit === null, {
    path: ['monthly_limit'],
    message: 'A test key spends nothing: leave the limit out',
  })
  .meta({
    id: 'CreateApiKeyBody',
    examples: [{ name: 'Deposits', scopes: ['checks:read', 'checks:write'], monthly_limit: 500 }],
  });

/** Changes a minute and network. */
const CHANGES_PER_MINUTE = 60;

/** POST /developers/keys: makes a key; the answer holds it once. */
export const CreateApiKey = {
  method: 'POST',
  path: '/developers/keys',
  summary: 'Make an API key',
  description: 'The answer holds the key. It is shown this once.',
  tag: 'developers',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'keys', stepUp: 'always' },
  body: CreateApiKeyBody,
  answers: { 200: success(NewApiKeyData) },
  errors: ['NotFound', 'SecretNotAddress', 'TooManyKeys'],
} as const satisfies Contract;

export const ReplaceApiKeyBody = z
  .object({
    /** How long the former key still works, whole hours; 0 ends it at once. */
    former_works_hours: z.number().int().min(0).max(168),
  })
  .meta({ id: 'ReplaceApiKeyBody', examples: [{ former_works_hours: 24 }] });

/** POST /developers/keys/{id}/replace: a new secret for the same key; both work until the former one ends. */
export const ReplaceApiKey = {
  method: 'POST',
  path: '/developers/keys/:id/replace',
  summary: 'Replace the secret of an API key',
  description: 'The former one works beside it for as long as is asked, at most a week.',
  tag: 'developers',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'keys', stepUp: 'always' },
  params: keyParams,
  body: ReplaceApiKeyBody,
  answers: { 200: success(NewApiKeyData) },
  errors: ['NotFound'],
} as const satisfies Contract;

/**
 * DELETE /developers/keys/{id}: the key works no longer, from the next request on. Without a fresh confirmation: ending a
 * leaked key must not wait.
 */
export const RevokeApiKey = {
  method: 'DELETE',
  path: '/developers/keys/:id',
  summary: 'Revoke an API key',
  tag: 'developers',
  limit: CHANGES_PER_MINUTE,
  needs: { permission: 'keys' },
  params: keyParams,
  answers: { 200: success(Done) },
  errors: ['NotFound'],
} as const satisfies Contract;
