import { MAX_ADDRESS_LENGTH } from '@assay/domain';
import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

/** Most suggestions a request may ask for, and the default. */
export const SUGGEST_LIMIT = 50;

export const SuggestQuery = z.object({
  /** Text of the address field. Under two characters the list is empty; longer texts are no address. */
  address: z.string().trim().max(MAX_ADDRESS_LENGTH),
  limit: z.coerce.number().int().min(1).max(SUGGEST_LIMIT).default(SUGGEST_LIMIT),
});

/** An asset this address can belong to. */
export const Suggestion = z
  .object({
    ticker: z.string(),
    name: z.string(),
    parent: z.string().nullable(),
    subticker: z.string().nullable(),
    /** True when this installation holds records or labels of the address there. */
    known: z.boolean(),
  })
  .meta({ id: 'Suggestion' });
export type Suggestion = z.infer<typeof Suggestion>;

export const SuggestData = z.object({ suggestions: z.array(Suggestion) });

/**
 * GET /wallet/suggest (row API-08): assets with records or labels of the address first, then the catalogue's order. A
 * query stays in many logs on its way: 64 hexadecimal digits, which can be a private key, answer an empty list here.
 */
export const Suggest = {
  method: 'GET',
  path: '/wallet/suggest',
  summary: 'Assets an address can belong to',
  tag: 'wallet',
  limit: 'reads',
  credentials: 'none',
  query: SuggestQuery,
  answers: { 200: success(SuggestData) },
  errors: ['SecretNotAddress'],
} as const satisfies Contract;

export const SuggestRequest = z
  .object({
    /** Longer texts are no address; the browser sends none that no address format accepts. */
    address: z.string().trim().max(MAX_ADDRESS_LENGTH),
    limit: z.number().int().min(1).max(SUGGEST_LIMIT).default(SUGGEST_LIMIT),
  })
  .meta({
    id: 'SuggestRequest',
    examples: [{ address: '0x098b716b8aaf21512996dc57eb0615e2383e2f96', limit: 50 }],
  });

/**
 * POST /wallet/suggest: the same, with the address in the body, as the site asks. Who sends 64 hexadecimal digits has
 * said that they are an address.
 */
export const SuggestByBody = {
  method: 'POST',
  path: '/wallet/suggest',
  summary: 'Assets an address can belong to, with the address in the body',
  tag: 'wallet',
  limit: 'reads',
  credentials: 'none',
  body: SuggestRequest,
  answers: { 200: success(SuggestData) },
  errors: ['SecretNotAddress'],
} as const satisfies Contract;
