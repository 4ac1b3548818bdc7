import { CATEGORY_IDS } from '@assay/domain';
import { z } from 'zod';
import { fraction, ResultLabel } from '../result-evidence.ts';
import { categoryFields, usdOrNull } from './mixture-of-3.ts';

/** One payment to an account of tier S, A or B. */
export const PaymentToBadOf3 = z.object({
  ...categoryFields,
  address: z.string().describe('Whom it paid.'),
  entity: z.string().describe('Whose address it is.'),
  confidence: z.number().int().min(0).max(100).describe('Of the label that counted then.'),
  before_designation: z.boolean().describe('It moved before the listing of the label began.'),
  share: fraction.describe('Of all that the wallet paid, 0 to 1.'),
  counted_share: fraction
    .nullable()
    .describe('Share that the rules took, of all that was paid but for what was returned; null: it did not count.'),
  amount: z.string().describe('Base units as decimal text.'),
  usd: usdOrNull.describe('At the price of its day; null without one.'),
  time: z.string(),
  transaction_id: z.string(),
  kind: z
    .enum(['act', 'as_victims', 'no_act'])
    .describe('`as_victims`: a victim would look the same. `no_act`: it sent back what that account had paid.'),
  decisive: z.boolean().describe('Part of what the deciding rule looked at.'),
});

/** What the wallet paid, to direct payees only: nothing is followed further. Fees are left out. */
export const PaidOf3 = z.object({
  amount: z.string().describe('Base units as decimal text.'),
  payees: z
    .array(
      z.object({
        category: z.enum(CATEGORY_IDS).nullable().describe('Null for payees without a label.'),
        title: z.string().nullable(),
        group: z.enum(['high', 'mid', 'low']).nullable(),
        entity: z.string().describe('Empty for payees without a label.'),
        amount: z.string().describe('Base units as decimal text.'),
        share: fraction.describe('Of all that was paid, 0 to 1.'),
        payments: z.number().int().positive(),
      }),
    )
    .describe('By label, the largest first; their shares sum to 1.'),
  rows: z.array(PaymentToBadOf3).describe('Payments to accounts of tier S, A and B, in order; empty for most wallets.'),
});

/** A payer of the payment that is asked about. */
export const SenderOf3 = z.object({
  address: z.string(),
  share: fraction.describe('Of the payment, 0 to 1.'),
  label: ResultLabel.nullable().describe('The label that counts for it; null where its own history was read.'),
  history: z.enum(['whole', 'incomplete', 'sample']).nullable().describe('Null where a label counts.'),
});

export type PaidOf3 = z.infer<typeof PaidOf3>;
