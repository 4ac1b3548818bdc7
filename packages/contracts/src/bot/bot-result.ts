import { CATEGORY_IDS } from '@assay/domain';
import { z } from 'zod';
import { ConnectionCategory, FormerResult } from '../monitor/check-result.ts';
import { ResultOf3 } from '../monitor/result-3/result-of-3.ts';
import { ResultLabel, ResultPath } from '../monitor/result-evidence.ts';
import { IssuerFreeze } from '../monitor/result-freeze.ts';
import { ResultPayment } from '../monitor/result-payment.ts';
import { ResultReading } from '../monitor/result-reading.ts';

/** One category of money in one direction. */
export const BotExposure = ConnectionCategory.extend({
  share: ResultPath.shape.share,
  /** Null where no price is known. */
  amount_usd: ConnectionCategory.shape.amount_usd.nullable(),
});
export type BotExposure = z.infer<typeof BotExposure>;

/** A finished check, as much of it as a message holds. `cause` is for texts in other languages than English. */
export const BotResult = FormerResult.pick({
  sub_id: true,
  ticker: true,
  parent: true,
  subticker: true,
  name: true,
  address: true,
  created_at: true,
  riskscore: true,
  verdict: true,
  cause: true,
  coverage: true,
  confidence: true,
  complete: true,
  records_read: true,
})
  .extend({
    texts: FormerResult.shape.texts.pick({ headline: true, text: true, why: true, advice: true }),
    /** Largest first, residuals included; null where no transfers are known in that direction. */
    exposures: z.object({
      incoming: z.array(BotExposure).nullable(),
      outgoing: z.array(BotExposure).nullable(),
    }),
    /** Who the address itself belongs to, where a label says so. */
    labels: z.array(ResultLabel.pick({ entity: true, category: true })),
    /** The label the same address has on another network, with the sentence that warns of it; null where it has none. */
    other_network: z
      .object({ network: z.string(), category: z.enum(CATEGORY_IDS), entity: z.string(), text: z.string() })
      .nullable(),
    /** Null in results made before issuers were asked. */
    issuer_freeze: IssuerFreeze.nullable(),
    /** What it took to read the chain; null where it was not read for this check. */
    reading: ResultReading.pick({ providers: true, calls: true, history_from: true, gaps: true }).nullable(),
    /** What a check of a transaction rated; not there for an address. */
    payment: ResultPayment.pick({ transaction_id: true, direction: true, is_pending: true }).optional(),
    /** The full report on the site: also the link to share. */
    url: z.string(),
    /** Since when nobody but the owner can open it; null while it is shared. */
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'BotResult' });
export type BotResult = z.infer<typeof BotResult>;

/** A finished check of version 3 of the method, as much of it as a message holds: stars or a finding, and its words. */
export const BotResultOf3 = ResultOf3.pick({
  sub_id: true,
  ticker: true,
  parent: true,
  subticker: true,
  name: true,
  address: true,
  created_at: true,
  riskscore: true,
  finding: true,
  no_answer: true,
  confidence: true,
})
  .extend({
    texts: ResultOf3.shape.texts.pick({ headline: true, below_verdict: true, text: true, why: true, advice: true }),
    /** What a check of a transaction rated; not there for an address. */
    payment: ResultPayment.pick({ transaction_id: true, direction: true, is_pending: true }).optional(),
    /** The full report on the site: also the link to share. */
    url: z.string(),
    /** Since when nobody but the owner can open it; null while it is shared. */
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'BotResultOf3' });
export type BotResultOf3 = z.infer<typeof BotResultOf3>;
