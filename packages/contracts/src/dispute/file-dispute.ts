import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { DisputedLabel, LabelledAddress } from './dispute-labels.ts';
import {
  DISPUTE_EMAIL_MAX,
  DISPUTE_GROUND_IDS,
  DISPUTE_LABELS_MAX,
  DISPUTE_STATEMENT_MAX,
  type DisputeGround,
} from './dispute-words.ts';

/** Filings a minute and network, those that are refused too: each reads the labels of an address. */
export const FILINGS_PER_MINUTE = 20;

export const DisputeGroundField = z.enum(DISPUTE_GROUND_IDS as [DisputeGround, ...DisputeGround[]]);

export const FileDisputeBody = LabelledAddress.extend({
  labels: z.array(DisputedLabel).min(1).max(DISPUTE_LABELS_MAX),
  ground: DisputeGroundField,
  statement: z.string().trim().min(20).max(DISPUTE_STATEMENT_MAX),
  /** Where the decision is sent. Only administrators read it; it is erased 90 days after the decision. */
  email: z.email().max(DISPUTE_EMAIL_MAX),
}).meta({
  examples: [
    {
      network: 'ETH',
      address: '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
      labels: [{ source: 'mew-darklist', entity: 'MyEtherWallet darklist', category: 'scam' }],
      ground: 'wrong_owner',
      statement: 'This is the hot wallet of our shop, and has been since 2021.',
      email: 'office@shop.example',
    },
  ],
});
export type FileDisputeBody = z.input<typeof FileDisputeBody>;

export const FiledDispute = z.object({
  /** The number that the public log names. */
  id: z.number().int(),
  /** Opens the dispute for evidence and proof of control: the part of its link that nobody else has. */
  key: z.string(),
});
export type FiledDispute = z.infer<typeof FiledDispute>;

/** POST /disputes: with or without an account. Nothing of it is public before it is decided. */
export const FileDispute = {
  method: 'POST',
  path: '/disputes',
  summary: 'Dispute labels of an address',
  tag: 'disputes',
  limit: FILINGS_PER_MINUTE,
  credentials: 'optional',
  body: FileDisputeBody,
  answers: { 200: success(FiledDispute) },
  errors: ['SecretNotAddress', 'InvalidAddress', 'LabelOfAuthority'],
} as const satisfies Contract;
