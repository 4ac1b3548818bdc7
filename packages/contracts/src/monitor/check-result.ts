import { CATEGORY_IDS, RESIDUAL_IDS } from '@assay/domain';
import { z } from 'zod';
import { WithdrawnLabel } from '../dispute/withdrawn-label.ts';
import { AskedBy } from './asked-by.ts';
import { CheckChanges } from './check-changes.ts';
import { CheckPhase } from './check-phase.ts';
import { ResultOf3 } from './result-3/result-of-3.ts';
import { fraction, ResultCut, ResultLabel, ResultPath, sentences } from './result-evidence.ts';
import { basisFields, checkFields, ResultNote } from './result-fields.ts';
import { ResultPayment } from './result-payment.ts';

/**
 * The check result as it travels (rows ENT-10, RISK-03, RISK-12, RISK-13). Keys are snake_case on the wire. Amounts are
 * base units as decimal text; fractions are 0..1; times are ISO 8601 in UTC.
 */
const signals = z.record(z.string(), fraction);

export const ConnectionCategory = z.object({
  category: z.enum(CATEGORY_IDS).or(z.enum(RESIDUAL_IDS)),
  title: z.string(),
  group: z.enum(['high', 'mid', 'low', 'none']),
  amount_usd: z.number().nonnegative(),
});

export const Connections = z.object({
  total_usd: z.number().nonnegative(),
  categories: z.array(ConnectionCategory),
});

export const EvidenceRow = z.object({
  category: z.enum(CATEGORY_IDS).describe('Category of the method.'),
  title: z.string().describe('Name of the category.'),
  group: z.enum(['high', 'mid', 'low']).describe('Risk group of the category.'),
  entity: z.string().describe('Whose addresses they are.'),
  layer: z.enum(['direct', 'indirect']).describe('`direct`: at the other end of a transfer of the subject itself.'),
  share: fraction.describe('Part of the direction, 0 to 1.'),
  amount: z.string().describe('Base units as decimal text.'),
  usd: z.number().nullable().describe('US dollars at the prices of the days; null where no price is known.'),
  hops: z.number().int().min(1).describe('Fewest changes of owner between the subject and the entity.'),
  points: z.number().describe('What it adds to the score.'),
  too_small: z.boolean().describe('Whether it is too small to count.'),
  decisive: z.boolean().describe('Part of what the deciding rule looked at.'),
  set_aside: z
    .boolean()
    .optional()
    .describe('Listed, and left out of the score and of coverage; not there in results of version 1 of the method.'),
  before_designation: fraction.describe('Part of the direction that moved before the entity was put on its list.'),
  first_time: z.string().describe('Time of the first transfer.'),
  last_time: z.string().describe('Time of the last transfer.'),
  labels: z.array(ResultLabel).describe('Labels that name the entity.'),
  paths: z.array(ResultPath).describe('Transfers shown as evidence.'),
});

export const DirectionEvidence = z.object({
  records: z.number().int().nonnegative().describe('Records of the subject in this direction.'),
  amount: z.string().describe('Base units received or sent.'),
  usd: z.number().nullable().describe('US dollars at the prices of the days; null where no price is known.'),
  rows: z.array(EvidenceRow).describe('Shares by category and entity.'),
  residuals: z
    .object({
      unknown_origin: fraction.describe('Value whose source no transfer can show.'),
      not_followed: fraction.describe('Not followed to an end.'),
      still_held: fraction.describe('Still with owners who have no label.'),
      fee: fraction.describe('Paid as fees.'),
    })
    .describe('What no label explains, in parts of the direction.'),
  cut: ResultCut.describe('How far the walk went, so that the result can be recomputed.'),
});

/** A result of version 1 or 2 of the method. New ones are of version 3 where an installation rates by it. */
export const FormerResult = z.object({
  ...checkFields,
  /** 0..100, null when not rated. */
  total: z.number().nullable(),
  verdict: z.enum(['low', 'medium', 'high', 'not_rated']),
  /** Which rule fixed the total; `reason` says why a result is not rated. */
  cause: z.object({
    rule: z.enum(['identity', 'floor', 'linear', 'limited_coverage', 'not_rated']),
    reason: z
      .enum(['no_records', 'not_traceable', 'sources_failed', 'too_little_attributed', 'burn_address'])
      .nullable(),
  }),
  /** bwd incoming, fwd outgoing: category or residual key to fraction. Empty when no transfers are known in that direction. */
  signals: z.object({ bwd: signals, fwd: signals }),
  /** Null per direction where no USD is known: then signals drive the chart. */
  connections: z.object({ incoming: Connections.nullable(), outgoing: Connections.nullable() }),
  texts: z.object({
    headline: z.string(),
    text: z.string(),
    /** Sentence above the evidence: which rule decided. */
    why: z.string(),
    would_change: z.array(z.string()),
    /** What to do, in one line. Results of text set 1 lack it as stored, and the codes. */
    advice: z.string().optional(),
    /** Which sentences of the text set they are, and what each names. */
    codes: z
      .object({ headline: sentences, advice: sentences, text: sentences, why: sentences, would_change: sentences })
      .optional(),
  }),
  evidence: z.object({ incoming: DirectionEvidence, outgoing: DirectionEvidence }),
  labels: z.array(ResultLabel),
  coverage: z.object({ attributed: fraction, clean: fraction, not_followed: fraction }),
  confidence: z.enum(['high', 'medium', 'low']),
  complete: z.boolean(),
  notes: z.array(ResultNote),
  /** `test` of a check by a test key, which is of no version. */
  method_version: z.enum(['1', '2', 'test']),
  /** How the product carried the version out; not there in results of its first revision. */
  method_revision: z.number().int().min(2).optional(),
  /** The set that the sentences are of; not there in results of text set 1. */
  text_set: z.number().int().min(2).optional(),
  ...basisFields,
});
export type FormerResult = z.infer<typeof FormerResult>;

/** A result, by the version of the method that it was made with. */
export const CheckAsset = z.discriminatedUnion('method_version', [FormerResult, ResultOf3]);
export type CheckAsset = z.infer<typeof CheckAsset>;
export type EvidenceRow = z.infer<typeof EvidenceRow>;
export type DirectionEvidence = z.infer<typeof DirectionEvidence>;
export type Connections = z.infer<typeof Connections>;

/**
 * A finished check. `changes` is there for its owner only, when an earlier result of the same address and asset is.
 * `withdrawn`: labels that the result may rest on and that were withdrawn after it; not there where there are none.
 */
export const CheckDone = z.object({
  status: z.literal('done'),
  asset: CheckAsset,
  changes: CheckChanges.nullable().optional(),
  withdrawn: z.array(WithdrawnLabel).optional(),
  /** Only for members of the company whose check it is, and for the owner of the API key that asked. */
  asked_by: AskedBy.optional(),
});
export type CheckDone = z.infer<typeof CheckDone>;

/** GET /monitor/check/{sub_id}: stars never show early, so `asset` is there only when the check is done. */
export const CheckState = z.discriminatedUnion('status', [
  CheckDone,
  z.object({
    status: z.literal('running'),
    sub_id: z.string(),
    ticker: z.string(),
    parent: z.string().nullable(),
    address: z.string(),
    /** Of a check of a transaction. */
    payment: ResultPayment.pick({ transaction_id: true, direction: true }).optional(),
    /** 0..1, a hint for the progress bar. */
    progress: z.number().min(0).max(1),
    /** Not there where another server runs it. */
    phase: CheckPhase.optional(),
  }),
  z.object({ status: z.literal('failed'), sub_id: z.string(), message: z.string() }),
]);
export type CheckState = z.infer<typeof CheckState>;
