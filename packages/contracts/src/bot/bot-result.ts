import { CATEGORY_IDS, RESIDUAL_IDS } from '@assay/domain';
import { z } from 'zod';
import { IssuerFreeze } from '../monitor/result-freeze.ts';
import { ResultReading } from '../monitor/result-reading.ts';

// Sums of shares may pass 1 by a rounding error.
const fraction = z.number().min(0).max(1.000001);

/** One category of money in one direction. */
export const BotExposure = z.object({
  category: z.enum(CATEGORY_IDS).or(z.enum(RESIDUAL_IDS)),
  title: z.string(),
  group: z.enum(['high', 'mid', 'low', 'none']),
  share: fraction,
  /** Null where no price is known. */
  amount_usd: z.number().nonnegative().nullable(),
});
export type BotExposure = z.infer<typeof BotExposure>;

/** A finished check, as much of it as a message holds. */
export const BotResult = z
  .object({
    /** Opens the result for whoever has it, unless its owner revoked that. */
    sub_id: z.string(),
    ticker: z.string(),
    parent: z.string().nullable(),
    subticker: z.string().nullable(),
    name: z.string(),
    /** Canonical form. */
    address: z.string(),
    created_at: z.string(),
    /** 1 to 5 stars, 0 is N/A. */
    riskscore: z.number().int().min(0).max(5),
    verdict: z.enum(['low', 'medium', 'high', 'not_rated']),
    /** Which rule decided; `reason` says why a result is not rated. For texts in other languages than English. */
    cause: z.object({
      rule: z.enum(['identity', 'floor', 'linear', 'limited_coverage', 'not_rated']),
      reason: z.enum(['no_records', 'not_traceable', 'sources_failed', 'too_little_attributed']).nullable(),
    }),
    texts: z.object({ headline: z.string(), text: z.string(), why: z.string() }),
    /** Largest first, residuals included; null where no transfers are known that way. */
    exposures: z.object({
      incoming: z.array(BotExposure).nullable(),
      outgoing: z.array(BotExposure).nullable(),
    }),
    coverage: z.object({ attributed: fraction, clean: fraction, not_followed: fraction }),
    confidence: z.enum(['high', 'medium', 'low']),
    complete: z.boolean(),
    /** Who the address itself belongs to, where a label says so. */
    labels: z.array(z.object({ entity: z.string(), category: z.enum(CATEGORY_IDS) })),
    /** Null in results made before issuers were asked. */
    issuer_freeze: IssuerFreeze.nullable(),
    /** What it took to read the chain; null where it was not read for this check. */
    reading: ResultReading.pick({ providers: true, calls: true, history_from: true }).nullable(),
    /** The full report on the site: also the link to share. */
    url: z.string(),
    /** Since when nobody but the owner can open it; null while it is shared. */
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'BotResult' });
export type BotResult = z.infer<typeof BotResult>;
