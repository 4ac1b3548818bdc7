import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { DisputeOutcome, DisputeSubject } from './dispute-log.ts';
import { EVIDENCE_BYTES_MAX } from './dispute-words.ts';
import { DisputeGroundField, FILINGS_PER_MINUTE } from './file-dispute.ts';

export const DisputeKey = z.object({ key: z.string().regex(/^[0-9a-f]{32}$/) });

export const EvidenceFile = z.object({
  id: z.number().int(),
  name: z.string(),
  bytes: z.number().int(),
});
export type EvidenceFile = z.infer<typeof EvidenceFile>;

/** A dispute as the person who filed it reads it. */
export const OwnDisputeData = DisputeSubject.extend({
  id: z.number().int(),
  ground: DisputeGroundField,
  filedAt: z.iso.datetime(),
  /** Null while it is open. */
  decision: z.object({ outcome: DisputeOutcome, reason: z.string(), decidedAt: z.iso.datetime() }).nullable(),
  evidence: z.array(EvidenceFile),
  /** Scheme of the signature that showed control of the address; null while there is none. */
  proof: z.string().nullable(),
  /** Scheme by which a signature can show it; null where none is verified for this address. */
  scheme: z.string().nullable(),
  /**
   * Three others of the address wait without a proof: nobody reads this one before it shows control of the address, and
   * it is deleted then. Null: it is read.
   */
  proofBy: z.iso.datetime().nullable(),
  /** False where the mailbox that it names has had the mails of enough disputes today: it gets none of this one. */
  isMailed: z.boolean(),
}).meta({ id: 'OwnDispute' });
export type OwnDisputeData = z.infer<typeof OwnDisputeData>;

/** GET /disputes/own/:key: read by its link alone. */
export const OwnDispute = {
  method: 'GET',
  path: '/disputes/own/:key',
  summary: 'A dispute, for the person who filed it',
  tag: 'disputes',
  limit: 'reads',
  credentials: 'none',
  params: DisputeKey,
  answers: { 200: success(OwnDisputeData) },
  errors: ['NotFound'],
} as const satisfies Contract;

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
  summary: 'Add a file to a dispute that is open',
  tag: 'disputes',
  limit: FILINGS_PER_MINUTE,
  credentials: 'none',
  params: DisputeKey,
  body: EvidenceBody,
  answers: { 200: success(OwnDisputeData) },
  errors: ['NotFound', 'DisputeDecided'],
} as const satisfies Contract;

export const ChallengeData = z.object({
  nonce: z.string(),
  /** To be signed exactly as it is. */
  text: z.string(),
  expiresAt: z.iso.datetime(),
  scheme: z.string(),
});
export type ChallengeData = z.infer<typeof ChallengeData>;

/** POST /disputes/own/:key/challenge: a text to sign, which names site, dispute, address, nonce and expiry. */
export const NewChallenge = {
  method: 'POST',
  path: '/disputes/own/:key/challenge',
  summary: 'A text to sign, which shows control of the disputed address',
  tag: 'disputes',
  limit: FILINGS_PER_MINUTE,
  credentials: 'none',
  params: DisputeKey,
  answers: { 200: success(ChallengeData) },
  errors: ['NotFound', 'DisputeDecided'],
} as const satisfies Contract;

export const ProofBody = z
  .object({
    nonce: z.string().regex(/^[0-9a-f]{32}$/),
    /** As the wallet shows it: hex, base58 or base64. */
    signature: z.string().trim().min(1).max(512),
  })
  .meta({ examples: [{ nonce: '0123456789abcdef0123456789abcdef', signature: '0x5f…1b' }] });
export type ProofBody = z.input<typeof ProofBody>;

/** POST /disputes/own/:key/proof: each text counts once and until it expires. */
export const ProveControl = {
  method: 'POST',
  path: '/disputes/own/:key/proof',
  summary: 'The signature of a text that was given to sign',
  tag: 'disputes',
  limit: FILINGS_PER_MINUTE,
  credentials: 'none',
  params: DisputeKey,
  body: ProofBody,
  answers: { 200: success(OwnDisputeData) },
  errors: ['SignatureRefused', 'NotFound', 'DisputeDecided'],
} as const satisfies Contract;
