import { z } from 'zod';

const share = z.number().min(0).max(1.000001);

export const ShareChange = z.object({
  /** Category or residual key of `signals`. */
  category: z.string(),
  title: z.string(),
  before: share,
  after: share,
});
export type ShareChange = z.infer<typeof ShareChange>;

/**
 * What is different from the same user's last result for this address and asset. Sent to that user only, beside the
 * result and never inside it: a certificate does not contain it.
 */
export const CheckChanges = z
  .object({
    /** The earlier result. */
    previous_sub_id: z.string(),
    since: z.iso.datetime(),
    /** Stars, 0 is N/A. */
    riskscore: z.object({ before: z.number().int().min(0).max(5), after: z.number().int().min(0).max(5) }),
    /** 0..100, null when not rated. */
    total: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
    /** Shares that moved by a tenth of a percent or more, the largest move first; bwd incoming, fwd outgoing. */
    signals: z.object({ bwd: z.array(ShareChange), fwd: z.array(ShareChange) }),
    /** Transfers of the address known since, in each direction; never below 0. */
    records: z.object({ incoming: z.number().int(), outgoing: z.number().int() }),
    /** What else may explain a difference. */
    method_changed: z.boolean(),
    labels_changed: z.boolean(),
  })
  .meta({ id: 'CheckChanges' });
export type CheckChanges = z.infer<typeof CheckChanges>;
