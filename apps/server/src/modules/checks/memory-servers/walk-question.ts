import { isNetworkId } from '@assay/domain';
import { isMethodRevision, isTextSet, METHOD_VERSIONS } from '@assay/exposure';
import { z } from 'zod';

const network = z.string().refine(isNetworkId, 'a network');

/** What a memory server is asked: the walks of one check, at one state of the records and labels. */
export const walkQuestion = z.strictObject({
  /** Of the product; another version may walk differently. */
  product: z.string().max(60),
  network,
  ticker: z.string().min(1).max(20),
  ledger: z.int().positive(),
  revision: z.int().nonnegative(),
  /** The name of the change that made the revision. */
  lastChange: z.string().max(60).nullable(),
  /** Of the labels, as the version of the method has them. */
  labelDigest: z.string().regex(/^[0-9a-f]{64}$/),
  method: z.strictObject({
    version: z.enum(METHOD_VERSIONS),
    revision: z.int().refine(isMethodRevision),
    textSet: z.int().refine(isTextSet),
  }),
  address: z.string().min(1).max(128),
  isSummary: z.boolean(),
  /** How long the caller waits from when it asked. */
  withinMs: z.int().positive().max(60_000),
});

export type WalkQuestion = z.infer<typeof walkQuestion>;
