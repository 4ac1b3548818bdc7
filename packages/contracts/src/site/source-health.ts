import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';

const count = z.number().int().min(0);

/** One provider at its position in the order of a network. */
export const SourceHealthProvider = z
  .object({
    name: z.string(),
    /** Its wire format, such as `esplora`. */
    format: z.string(),
    host: z.string(),
    hasKey: z.boolean(),
    /** `open` while it is left alone after failures, `half-open` while one question is let through. */
    breaker: z.enum(['closed', 'open', 'half-open']),
    /** In the provider's own units, today in UTC, by all servers of the database. */
    usedToday: count,
    /** Null where nobody counts. */
    perDay: count.nullable(),
    /** Until when it asked to be left alone; null where it did not. */
    pausedUntil: z.iso.datetime().nullable(),
    /** What failed last, and when, since this server started. */
    lastFailure: z.object({ text: z.string(), at: z.iso.datetime() }).nullable(),
  })
  .meta({ id: 'SourceHealthProvider' });
export type SourceHealthProvider = z.infer<typeof SourceHealthProvider>;

export const SourceHealthData = z
  .object({
    /** False: no chain is read on demand. */
    isOn: z.boolean(),
    /** Providers in the order they are asked. */
    networks: z.array(z.object({ network: z.string(), name: z.string(), providers: z.array(SourceHealthProvider) })),
  })
  .meta({ id: 'SourceHealth' });
export type SourceHealthData = z.infer<typeof SourceHealthData>;

/** GET /admin/sources: who is asked for each chain and how they are, for administrators. */
export const SourceHealthCall = {
  method: 'GET',
  path: '/admin/sources',
  summary: 'Who is asked for each chain, and how they are',
  tag: 'admin',
  limit: 'reads',
  needs: { admin: true },
  answers: { 200: success(SourceHealthData) },
  errors: ['SessionEnded'],
} as const satisfies Contract;
