import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { DisputesPage } from './dispute-log.ts';
import { DISPUTE_REASON_MAX } from './dispute-words.ts';
import { OwnDisputeData } from './own-dispute.ts';

const count = z.number().int().min(0);
const disputeNumber = z.coerce.number().int().min(1).max(2_147_483_647);
const DisputeId = z.object({ id: disputeNumber });

/** A dispute as administrators read it. */
export const AdminDispute = OwnDisputeData.extend({
  /** Null once it was erased, by time or with the account. */
  statement: z.string().nullable(),
  email: z.string().nullable(),
  labels: z.array(
    OwnDisputeData.shape.labels.element.extend({
      /** The authority's list, in words, where no decision can withdraw the label. */
      authorityList: z.string().nullable(),
    }),
  ),
}).meta({ id: 'AdminDispute' });
export type AdminDispute = z.infer<typeof AdminDispute>;

/** A dispute in the list of administrators. */
export const ListedDispute = AdminDispute.extend({
  /** How many about the same address or row wait, with this one; null for one that is decided. */
  alike: count.nullable(),
});
export type ListedDispute = z.infer<typeof ListedDispute>;

export const AdminDisputesData = z.object({
  disputes: z.array(ListedDispute),
  meta: z.object({ page: count, totalPages: count, total: count }),
});
export type AdminDisputesData = z.infer<typeof AdminDisputesData>;

/**
 * GET /disputes/admin: decided ones, the newest first, or open ones: with a proof of control, then of accounts, then of
 * visitors; within each, the first about every address or row before the second about any.
 */
export const AdminDisputes = {
  method: 'GET',
  path: '/disputes/admin',
  summary: 'Disputes that wait for a decision, or were decided',
  tag: 'disputes',
  limit: 'reads',
  needs: { admin: true },
  query: DisputesPage.pick({ page: true }).extend({
    state: z.enum(['open', 'decided']).default('open'),
    /** The number of a dispute: only open ones about the same address or row. */
    alike: disputeNumber.optional(),
  }),
  answers: { 200: success(AdminDisputesData) },
} as const satisfies Contract;

export const DecideDisputeBody = z
  .object({
    /** Which of the dispute's labels are withdrawn, by their index in its list; none keeps them all. */
    withdraw: z.array(z.number().int().min(0)).max(100),
    /** Whether the row of the service is to be corrected; only for a dispute of one. */
    correct: z.boolean().default(false),
    /** Public, in the log. */
    reason: z.string().trim().min(10).max(DISPUTE_REASON_MAX),
  })
  .meta({ examples: [{ withdraw: [0], reason: 'The shop published this address before the list did.' }] });

/** POST /disputes/admin/:id/decision: once; it cannot be changed. */
export const DecideDispute = {
  method: 'POST',
  path: '/disputes/admin/:id/decision',
  summary: 'Decide a dispute',
  tag: 'disputes',
  limit: 'reads',
  needs: { admin: true },
  params: DisputeId,
  body: DecideDisputeBody,
  answers: { 200: success(AdminDispute) },
  errors: ['NotFound', 'DisputeDecided', 'LabelOfAuthority'],
} as const satisfies Contract;

/** GET /disputes/admin/:id/evidence/:file: the bytes as they were uploaded, never shown by a browser. */
export const DisputeEvidence = {
  method: 'GET',
  path: '/disputes/admin/:id/evidence/:file',
  summary: 'A file of evidence, as a download',
  tag: 'disputes',
  limit: 'reads',
  needs: { admin: true },
  params: DisputeId.extend({ file: z.coerce.number().int().min(1).max(2_147_483_647) }),
  contentType: 'application/octet-stream',
  errors: ['NotFound'],
} as const satisfies Contract;
