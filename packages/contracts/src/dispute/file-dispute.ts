import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { DisputedLabel, LabelledAddress } from './dispute-labels.ts';
import {
  ALL_DISPUTE_GROUND_IDS,
  type AnyDisputeGround,
  DISPUTE_EMAIL_MAX,
  DISPUTE_GROUND_IDS,
  DISPUTE_LABELS_MAX,
  DISPUTE_STATEMENT_MAX,
  type DisputeGround,
  SERVICE_DISPUTE_GROUND_IDS,
  type ServiceDisputeGround,
} from './dispute-words.ts';

/** Filings a minute and network, those that are refused too: each reads the labels of an address. */
export const FILINGS_PER_MINUTE = 20;

/** Of a filed dispute, of labels or of a service's row. */
export const DisputeGroundField = z.enum(ALL_DISPUTE_GROUND_IDS as [AnyDisputeGround, ...AnyDisputeGround[]]);

const statement = z.string().trim().min(20).max(DISPUTE_STATEMENT_MAX);
/** Where the decision is sent. Only administrators read it; it is erased 90 days after the decision. */
const email = z.email().max(DISPUTE_EMAIL_MAX);

export const FileDisputeBody = LabelledAddress.extend({
  labels: z.array(DisputedLabel).min(1).max(DISPUTE_LABELS_MAX),
  ground: z.enum(DISPUTE_GROUND_IDS as [DisputeGround, ...DisputeGround[]]),
  statement,
  email,
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

export const FileServiceDisputeBody = z
  .object({
    /** The slug of a row of the list, or any spelling of its entity. */
    service: z.string().min(1).max(200),
    ground: z.enum(SERVICE_DISPUTE_GROUND_IDS as [ServiceDisputeGround, ...ServiceDisputeGround[]]),
    statement,
    email,
  })
  .meta({
    examples: [
      {
        service: 'bybit',
        ground: 'wrong_days',
        statement: 'Its notice of 20 April 2023, linked here, says that the rule begins a week later.',
        email: 'office@firm.example',
      },
    ],
  });
export type FileServiceDisputeBody = z.input<typeof FileServiceDisputeBody>;

/** POST /disputes/services: anybody may say that a row of the list of services is wrong. It is public once decided. */
export const FileServiceDispute = {
  method: 'POST',
  path: '/disputes/services',
  summary: 'Dispute a row of the list of services that identify their customers',
  tag: 'disputes',
  limit: FILINGS_PER_MINUTE,
  credentials: 'optional',
  body: FileServiceDisputeBody,
  answers: { 200: success(FiledDispute) },
  errors: ['SecretNotAddress', 'NotFound'],
} as const satisfies Contract;
