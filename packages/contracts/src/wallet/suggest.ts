import { z } from 'zod';
import { success } from '../envelope.ts';
import type { ErrorName } from '../errors.ts';

/** Most suggestions a request may ask for, and the default. */
export const SUGGEST_LIMIT = 50;

export const SuggestQuery = z.object({
  /** Trimmed text of the address field. Under two characters the list is empty. */
  address: z.string(),
  limit: z.coerce.number().int().min(1).max(SUGGEST_LIMIT).default(SUGGEST_LIMIT),
});
export type SuggestQuery = z.infer<typeof SuggestQuery>;

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
export type SuggestData = z.infer<typeof SuggestData>;

/** GET /wallet/suggest (row API-08): assets with records or labels of the address first, then the catalogue's order. */
export const Suggest = {
  method: 'GET',
  path: '/wallet/suggest',
  query: SuggestQuery,
  answers: { 200: success(SuggestData) },
  errors: ['ValidationError', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
