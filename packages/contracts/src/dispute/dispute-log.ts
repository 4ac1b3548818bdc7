import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { DisputedLabel } from './dispute-labels.ts';
import { DisputeGroundField } from './file-dispute.ts';

const count = z.number().int().min(0);

export const DisputesPage = z.object({
  /** From 1; a page after the last is empty. */
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  /** The decision on this dispute alone. */
  dispute: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
});

/** A label with what was decided on it. */
export const DecidedLabel = DisputedLabel.extend({ categoryTitle: z.string(), isWithdrawn: z.boolean() });
export type DecidedLabel = z.infer<typeof DecidedLabel>;

/** What a dispute is about: labels of an address, or the row of a service. */
export const DisputeSubject = z.object({
  /** Null for the row of a service; so are the next two. */
  network: z.string().nullable(),
  networkName: z.string().nullable(),
  address: z.string().nullable(),
  /** Empty for the row of a service. */
  labels: z.array(DecidedLabel),
  /** The entity of the row, as the list of services names it; null for labels. */
  service: z.string().nullable(),
});

/** `withdrawn`: at least one of the labels; `corrected`: the row of the service is to be. */
export const DisputeOutcome = z.enum(['withdrawn', 'corrected', 'kept']);

/** A decided dispute. Nothing in it names the person who filed it or the one who decided. */
export const LoggedDispute = DisputeSubject.extend({
  id: z.number().int(),
  ground: DisputeGroundField,
  decision: DisputeOutcome,
  reason: z.string(),
  filedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime(),
  /** Whether a signature showed that the person controlled the address. */
  hasProof: z.boolean(),
}).meta({ id: 'LoggedDispute' });
export type LoggedDispute = z.infer<typeof LoggedDispute>;

export const DisputeLogData = z.object({
  disputes: z.array(LoggedDispute),
  meta: z.object({ page: count, totalPages: count, total: count }),
});
export type DisputeLogData = z.infer<typeof DisputeLogData>;

/** GET /disputes: the public log of decisions, newest first. */
export const DisputeLog = {
  method: 'GET',
  path: '/disputes',
  summary: 'Decisions on disputes, the public log',
  tag: 'disputes',
  limit: 'reads',
  credentials: 'none',
  query: DisputesPage,
  answers: { 200: success(DisputeLogData) },
} as const satisfies Contract;
