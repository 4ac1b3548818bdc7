import { z } from 'zod';
import { addressText } from '../wire/address-text.ts';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { Check, CheckData, CheckHeaders } from './check.ts';

export const PaymentRequest = z
  .object({
    /** Its id, or a link to it in an explorer. */
    transaction: z.string().trim().min(1).max(2048),
    ticker: z.string().trim().min(1).max(32),
    parent: z.string().trim().max(32).nullable().default(null),
    /** Whose payment is rated; null where the direction alone says it. */
    address: addressText().nullable().default(null),
    /** Null where the address did not both receive and pay. */
    direction: z.enum(['deposit', 'withdrawal']).nullable().default(null),
  })
  .refine(({ address, direction }) => address !== null || direction !== null, {
    message: 'Name the address, or the direction.',
    path: ['address'],
  })
  .meta({
    id: 'PaymentRequest',
    examples: [
      {
        transaction: '5a03268cdff958f836075b19dfd60dfeed22b3cb14655223c279a8d573564683',
        ticker: 'USDT',
        parent: 'TRX',
        address: 'TEtJTCuFEzY6jjVNzFtbWGMfrHzfE2aGKU',
      },
    ],
  });
export type PaymentRequest = z.input<typeof PaymentRequest>;

/**
 * POST /monitor/check-transaction: rates one deposit or withdrawal of a transaction on imported records, as
 * POST /monitor/check rates an address. The result has a `payment`.
 */
export const CheckTransaction = {
  method: 'POST',
  path: '/monitor/check-transaction',
  summary: 'Check a payment of a transaction',
  description:
    'Answers as a check of an address does. The same transaction, asset, address and direction within 24 hours is free; a check that fails or ends without a rating is given back.',
  tag: 'monitor',
  limit: 'checks',
  needs: { permission: 'check' },
  headers: CheckHeaders,
  body: PaymentRequest,
  answers: { 200: success(CheckData), 202: success(CheckData) },
  errors: [...Check.errors, 'TransactionNotRated'],
} as const satisfies Contract;
