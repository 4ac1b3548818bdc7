import { CATEGORY_IDS } from '@assay/domain';
import { z } from 'zod';
import { fraction, ResultLabel } from '../result-evidence.ts';
import { hops, MixtureName, usdOrNull } from './mixture-of-3.ts';

/** What decided the stars (docs/method/3, section 10). */
export const DecidedOf3 = z.object({
  reason: z
    .enum(['warning', 'explained', 'far', 'part', 'returned', 'paid', 'own_label'])
    .describe(
      '`warning`: something bad weighs enough. `explained`, `far`, `part`: the origin is known near, at a distance, or in part. `returned`: something of tier S was sent back. `paid`: whom it paid. `own_label`: what the address itself is.',
    ),
  mixture: MixtureName.nullable().describe('Whose stars they are; null where no mixture decided.'),
  floor: z
    .object({
      column: z.enum(['direct', 'indirect', 'paid']).describe('Received straight, received through others, or paid.'),
      tiers: z.array(z.enum(['S', 'A', 'B'])).describe('Tiers that it sums.'),
      points: z.number().min(0).max(100).describe('The total is at least this.'),
      by: z
        .enum(['strong_labels', 'all_labels'])
        .describe('`strong_labels`: by those of confidence 50 or more that were in force.'),
      share: fraction.describe('The sum of the shares of its rows.'),
      usd: usdOrNull,
      category: z.enum(CATEGORY_IDS).describe('The category that most of the share is of.'),
    })
    .nullable()
    .describe('The floor that made the total; null where none did.'),
  paid: z
    .object({
      by: z.enum(['acts', 'as_victims']),
      category: z.enum(CATEGORY_IDS),
      share: fraction.describe('Of all that was paid but for what was returned.'),
      usd: usdOrNull,
    })
    .nullable()
    .describe('Only of reason `paid`.'),
  own_label: z
    .object({
      by: z
        .enum(['label', 'service_floor'])
        .describe('`service_floor`: what the service received straight from tiers S and A.'),
      share: fraction.nullable().describe('Of a service floor: that share of `ever`.'),
      label: ResultLabel,
    })
    .nullable()
    .describe('Only of reason `own_label`.'),
});

/** The gravest contact with tier S, A or B, before anything was set aside (section 11). */
export const ContactOf3 = z.object({
  where: z.enum(['ever', 'now', 'payment', 'paid']),
  category: z.enum(CATEGORY_IDS),
  hops: hops.nullable().describe('Of its nearest rows; null of what was paid.'),
  share: fraction.describe('Of the mixture, or of all that was paid.'),
});

export type DecidedOf3 = z.infer<typeof DecidedOf3>;
