import { CATEGORY_IDS } from '@assay/domain';
import { z } from 'zod';

/** A share, 0 to 1: sums of shares may pass 1 by a rounding error. */
export const fraction = z.number().min(0).max(1.000001);

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

/** What a sentence names: ids, shares of 1, amounts, names. */
export const SentenceParams = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]),
);
/** Which sentences of a text set were said, and what each names. */
export const sentences = z.array(z.object({ code: z.string(), params: SentenceParams }));

export type ResultLabel = z.infer<typeof ResultLabel>;
export type ResultPath = z.infer<typeof ResultPath>;
export type ResultCut = z.infer<typeof ResultCut>;
export type ResultSentences = z.infer<typeof sentences>;
