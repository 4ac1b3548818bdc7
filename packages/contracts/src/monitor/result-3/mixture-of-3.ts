import { CATEGORY_IDS } from '@assay/domain';
import { z } from 'zod';
import { fraction, ResultCut, ResultLabel, ResultPath } from '../result-evidence.ts';

/** Which money: all that ever came in, the balance after the last inflow, or one payment. */
export const MixtureName = z.enum(['ever', 'now', 'payment']);

export const SetAsideName = z.enum(['returned', 'untouched', 'few', 'some']);

/** Dollars, 0 or more. */
export const usdOrNull = z.number().nonnegative().nullable();

const HOPS = 6;

/** Accounts that money passed through, the labelled one included. */
export const hops = z.number().int().min(1).max(HOPS);

/** The category of a label, with its words and its group. */
export const categoryFields = {
  category: z.enum(CATEGORY_IDS).describe('Category of the method.'),
  title: z.string().describe('Name of the category.'),
  group: z.enum(['high', 'mid', 'low']).describe('Risk group of the category.'),
};

/** What one source gave to a mixture at one number of owners; no two rows of a mixture have both alike. */
export const MixtureRowOf3 = z.object({
  ...categoryFields,
  entity: z
    .string()
    .describe(
      'Whose addresses they are; `exchanged` for what was exchanged for another asset; empty where nobody is named.',
    ),
  hops: hops.describe('Owners that it passed through: 1 is straight from the entity, 6 is six or more.'),
  share: fraction.describe('Part of the mixture before anything was set aside, 0 to 1.'),
  amount: z.string().describe('Base units as decimal text: that share of the amount of the mixture, rounded down.'),
  usd: usdOrNull.describe('That share of the dollars of the mixture; null without a price.'),
  points: z.number().min(0).max(100).describe('What it adds to the linear score, after what was set aside.'),
  explained: z.boolean().describe('From a service that identifies its customers, or newly mined.'),
  confidence: z.number().int().min(0).max(100).describe('Of the label that counted, 0 to 100.'),
  before_designation: z.boolean().describe('It moved before the listing of the label began.'),
  decisive: z.boolean().describe('Part of what the deciding rule looked at.'),
  set_aside: z
    .array(
      z.object({
        why: SetAsideName.describe('`some` counts with three stars; the others were left out of the score.'),
        share: fraction.describe('Part of the mixture, at most the share of the row.'),
      }),
    )
    .describe('What of it section 8 of the method names; empty for most rows.'),
  first_time: z.string().describe('Time of the first payment by its accounts.'),
  last_time: z.string().describe('Time of the last one.'),
  labels: z.array(ResultLabel).max(5).describe('Labels that name the entity, strongest first.'),
  paths: z.array(ResultPath).max(3).describe('Transfers shown as evidence, the subject last.'),
});

/** Where some money came from. Shares of its rows, `unknown_origin` and `not_followed` sum to 1. */
export const MixtureOf3 = z.object({
  name: MixtureName,
  amount: z.string().describe('Base units as decimal text.'),
  usd: usdOrNull.describe('`ever` at the prices of its days, others at that of the cut-off; null without a price.'),
  received_in_all: z
    .object({
      amount: z.string().describe('Base units as decimal text.'),
      source: z.string().describe('Who states it.'),
    })
    .nullable()
    .describe('Of `ever`, where a source states that more was received than the records hold; it is then the amount.'),
  rows: z.array(MixtureRowOf3),
  unknown_origin: fraction.describe('What no source could know, 0 to 1.'),
  not_followed: fraction.describe('What exists and was not read, or was not followed, 0 to 1.'),
  is_left_out: z.boolean().describe('A `now` that is not read, since little is left of it at the cut-off.'),
  total: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('Score after what was set aside: the larger of floor and linear score. Null where nothing is left.'),
  near: fraction.nullable().describe('Explained by at most two owners, of what is left after what was set aside.'),
  far: fraction.nullable().describe('Explained by any number of owners, of what is left.'),
  cut: ResultCut.describe('How far the walk went, so that the result can be recomputed.'),
  steps: z.number().int().min(1).describe('How many owners back was read at the most.'),
});

export type MixtureRowOf3 = z.infer<typeof MixtureRowOf3>;
export type MixtureOf3 = z.infer<typeof MixtureOf3>;
