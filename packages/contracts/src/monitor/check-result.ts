import { CATEGORY_IDS, RECORDS_READ, RESIDUAL_IDS } from '@assay/domain';
import { z } from 'zod';
import { WithdrawnLabel } from '../dispute/withdrawn-label.ts';
import { AskedBy } from './asked-by.ts';
import { CheckChanges } from './check-changes.ts';
import { CheckPhase } from './check-phase.ts';
import { IssuerFreeze } from './result-freeze.ts';
import { ResultLookalike } from './result-lookalikes.ts';
import { ResultPayment } from './result-payment.ts';
import { ResultPrices } from './result-prices.ts';
import { ResultReading } from './result-reading.ts';

/**
 * The check result as it travels (rows ENT-10, RISK-03, RISK-12, RISK-13). Keys are snake_case on the wire. Amounts are
 * base units as decimal text; fractions are 0..1; times are ISO 8601 in UTC.
 */
// Sums of shares may pass 1 by a rounding error.
const fraction = z.number().min(0).max(1.000001);
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

export const ResultLabel = z.object({
  entity: z.string().describe('What the label names.'),
  category: z.enum(CATEGORY_IDS).describe('Category of the method.'),
  confidence: z.number().int().min(0).max(100).describe('0 to 100: how certain the source is.'),
  source: z.string().describe('Name of the source.'),
  source_url: z.string().nullable().describe('Where it was published.'),
  source_date: z.string().nullable().describe('When it was published.'),
  valid_from: z.string().nullable().describe('Since when the label applies; null: always.'),
  valid_to: z.string().nullable().describe('Until when the label applies; null: still.'),
  origin: z.enum(['given', 'derived']).describe('Published by a source, or derived from records.'),
  carried_from: z
    .string()
    .optional()
    .describe(
      'Network id that the claim was made on, where version 2 of the method carries it to the same key on this one.',
    ),
  derived_by: z
    .enum(['cluster', 'deposit_address', 'unlabelled_service'])
    .optional()
    .describe('Rule of version 2 of the method that derived it from records.'),
});

export const ResultPath = z.object({
  hops: z.number().int().min(1).describe('Changes of owner.'),
  share: fraction.describe('Part of the direction that took this path, 0 to 1.'),
  steps: z
    .array(
      z.object({
        from: z.string().describe('Address that sent.'),
        to: z.string().describe('Address that received.'),
        transaction_id: z.string().describe('Id of the transaction.'),
        amount: z.string().describe('Base units as decimal text.'),
        time: z.string().describe('Time of the block.'),
      }),
    )
    .describe('The transfers of the path, from the subject on.'),
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

/** How far the walk went, so that the result can be recomputed. */
export const ResultCut = z.object({
  threshold: z.number().describe('Smallest share that was followed.'),
  rounds: z.number().int().describe('Walks that were made.'),
  states: z.number().int().describe('States that were visited.'),
  records_read: z.number().int().describe('Records that were read.'),
  partial: z
    .array(
      z.object({
        address: z.string().describe('The address.'),
        records: z.number().int().describe('Records that were read of it.'),
      }),
    )
    .describe('Addresses of which not all records were read.'),
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

/** What a sentence names: ids, shares of 1, amounts, names. */
const SentenceParams = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
);
const sentences = z.array(z.object({ code: z.string(), params: SentenceParams }));

export const CheckAsset = z.object({
  sub_id: z.string(),
  ticker: z.string(),
  parent: z.string().nullable(),
  subticker: z.string().nullable(),
  name: z.string(),
  /** Canonical form. */
  address: z.string(),
  /** Network its money moves on, null where Assay validates addresses only. */
  network: z.string().nullable(),
  decimals: z.number().int(),
  created_at: z.string(),
  /** 0 is N/A. */
  riskscore: z.number().int().min(0).max(5),
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
  notes: z.array(
    z.object({
      kind: z.string(),
      text: z.string(),
      /** What the text names; not there in results of text set 1. */
      params: SentenceParams.optional(),
      /** Of `label_on_other_network`: what it names. `network` is a name, such as Ethereum. */
      label: z.object({ network: z.string(), category: z.enum(CATEGORY_IDS), entity: z.string() }).optional(),
    }),
  ),
  method_version: z.string(),
  /** How the product carried the version out; not there in results of its first revision. */
  method_revision: z.number().int().min(2).optional(),
  /** The set that the sentences are of; not there in results of text set 1. */
  text_set: z.number().int().min(2).optional(),
  label_set_version: z.string(),
  /** Last stored record of this asset when the check ran; null when none is. */
  tip: z.object({ block: z.string().nullable(), time: z.string() }).nullable(),
  /** What this installation holds of the asset, in one sentence. */
  records_held: z.string(),
  /** Not there in results made before they stated it. */
  records_read: z.enum(RECORDS_READ).optional(),
  /** Results made before the issuer was asked, and before there were prices, hold neither. */
  issuer_freeze: IssuerFreeze.optional(),
  prices: ResultPrices.optional(),
  /** By address, at most `MAX_LOOKALIKES`; not there in older results. */
  lookalikes: z.array(ResultLookalike).optional(),
  /** Only where the chain was read for this check. */
  reading: ResultReading.optional(),
  /** Only of a check of a transaction, whose side the address is. */
  payment: ResultPayment.optional(),
});
export type CheckAsset = z.infer<typeof CheckAsset>;
export type EvidenceRow = z.infer<typeof EvidenceRow>;
export type ResultLabel = z.infer<typeof ResultLabel>;
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
