import { z } from 'zod';
import { success } from '../wire/envelope.ts';
import type { ErrorName } from '../wire/errors.ts';
import { DecidedLabel } from './dispute-log.ts';
import { EVIDENCE_BYTES_MAX } from './dispute-words.ts';
import { DisputeGroundField } from './file-dispute.ts';

export const DisputeKey = z.object({ key: z.string().regex(/^[0-9a-f]{32}$/) });

export const EvidenceFile = z.object({
  id: z.number().int(),
  name: z.string(),
  bytes: z.number().int(),
});
export type EvidenceFile = z.infer<typeof EvidenceFile>;

/** A dispute as the person who filed it reads it. */
export const OwnDisputeData = z
  .object({
    id: z.number().int(),
    network: z.string(),
    networkName: z.string(),
    address: z.string(),
    labels: z.array(DecidedLabel),
    ground: DisputeGroundField,
    filedAt: z.iso.datetime(),
    /** Null while it is open. */
    decision: z
      .object({ outcome: z.enum(['withdrawn', 'kept']), reason: z.string(), decidedAt: z.iso.datetime() })
      .nullable(),
    evidence: z.array(EvidenceFile),
  })
  .meta({ id: 'OwnDispute' });
export type OwnDisputeData = z.infer<typeof OwnDisputeData>;

/** GET /disputes/own/:key: read by its link alone. */
export const OwnDispute = {
  method: 'GET',
  path: '/disputes/own/:key',
  params: DisputeKey,
  answers: { 200: success(OwnDisputeData) },
  errors: ['ValidationError', 'NotFound', 'TooManyRequests'],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };

export const EvidenceBody = z
  .object({
    name: z.string().min(1).max(200),
    /** The file in base64, at most 1 MiB of bytes. */
    content: z
      .string()
      .min(4)
      .max(Math.ceil(EVIDENCE_BYTES_MAX / 3) * 4),
  })
  .meta({ examples: [{ name: 'statement.pdf', content: 'JVBERi0xLjcK' }] });
export type EvidenceBody = z.input<typeof EvidenceBody>;

/** POST /disputes/own/:key/evidence: while the dispute is open, few files, which only administrators read. */
export const AddEvidence = {
  method: 'POST',
  path: '/disputes/own/:key/evidence',
  params: DisputeKey,
  body: EvidenceBody,
  answers: { 200: success(OwnDisputeData) },
  errors: [
    'MalformedRequest',
    'ValidationError',
    'CrossSiteRequest',
    'NotFound',
    'DisputeDecided',
    'PayloadTooLarge',
    'TooManyRequests',
  ],
} as const satisfies { errors: readonly ErrorName[]; [key: string]: unknown };
