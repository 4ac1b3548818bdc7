import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { PaymentProvider } from './payment-url.ts';
import { OrderId } from './stripe-order.ts';

/**
 * `pending` waits for the payment, `partial` got less than asked for, `paid` is credited; `expired` and `failed` were
 * never paid; `disputed` waits for the bank's decision; `refunded` and `reversed` were paid back.
 */
export const OrderStatus = z.enum([
  'created',
  'pending',
  'partial',
  'paid',
  'expired',
  'failed',
  'disputed',
  'refunded',
  'reversed',
]);
export type OrderStatus = z.infer<typeof OrderStatus>;

/**
 * Why money that was sent is held: `less` than was asked for, `more`, another asset, a `second` payment of an order that
 * is paid, too `late` for the rate that was asked for, by a payment that `failed` or expired at the provider, or
 * `unclear`: what it was for, or how much, is not stated.
 */
export const HeldReason = z.enum(['less', 'more', 'wrong_asset', 'second', 'late', 'failed', 'unclear']);

export const OrderData = z
  .object({
    order_id: OrderId,
    status: OrderStatus,
    payment_type: PaymentProvider,
    /** Null for checks bought one by one. */
    plan_id: z.number().int().nullable(),
    /** What was bought, in words: '250 checks', 'Standard, 3 months'. */
    title: z.string(),
    checks_number: z.number().int(),
    amount_cents: z.number().int(),
    created_at: z.iso.datetime(),
    /** Where a payment that was begun is completed; null once it is paid or over. */
    pay_url: z.string().nullable(),
    /** What an underpaid order lacks, in the currency that was sent; null for any other. */
    missing: z.object({ amount: z.string(), currency: z.string() }).nullable(),
    /** Money that arrived and pays nothing until the operator has decided; amounts are decimal numbers. */
    held: z.array(z.object({ reason: HeldReason, amount: z.string().nullable(), currency: z.string().nullable() })),
  })
  .meta({ id: 'Order' });
export type OrderData = z.infer<typeof OrderData>;

/** GET /payment/orders/{order_id}: the state of one's own order; requested again after a return from the provider. */
export const PaymentOrder = {
  method: 'GET',
  path: '/payment/orders/:order_id',
  summary: 'State of an own order',
  tag: 'payment',
  limit: 'reads',
  needs: { permission: 'billing' },
  params: z.object({ order_id: OrderId }),
  answers: { 200: success(OrderData) },
  errors: ['NotFound'],
} as const satisfies Contract;

/** GET /payment/orders: one's own orders whose payment was begun and not completed, newest first; at most 20. */
export const WaitingOrders = {
  method: 'GET',
  path: '/payment/orders',
  summary: 'Own orders whose payment was begun and not completed',
  tag: 'payment',
  limit: 'reads',
  needs: { permission: 'billing' },
  answers: { 200: success(z.array(OrderData)) },
} as const satisfies Contract;

export const ReceiptId = z.string().regex(/^\d{1,15}$/, 'a receipt');

export const ReceiptData = z
  .object({
    id: ReceiptId,
    order_id: OrderId,
    title: z.string(),
    payment_type: PaymentProvider,
    amount_cents: z.number().int(),
    refunded_cents: z.number().int(),
    status: z.enum(['paid', 'disputed', 'refunded', 'reversed']),
    paid_at: z.iso.datetime(),
    /** Of the API, for the client's `download`. Null once the time for which the law keeps invoices is over. */
    invoice_path: z.string().nullable(),
    /** Null of a payment that is numbered with the first download. */
    invoice_number: z.string().nullable(),
    /** What takes all or a part of the amount back, oldest first; `path` as `invoice_path`. */
    credit_notes: z.array(
      z.object({
        number: z.string(),
        amount_cents: z.number().int(),
        issued_at: z.iso.datetime(),
        path: z.string(),
      }),
    ),
  })
  .meta({ id: 'Receipt' });
export type ReceiptData = z.infer<typeof ReceiptData>;

/** GET /payment/receipts: everything one ever paid, renewals included, newest first; at most 200. */
export const PaymentReceipts = {
  method: 'GET',
  path: '/payment/receipts',
  summary: 'Everything one paid',
  tag: 'payment',
  limit: 'reads',
  needs: { permission: 'billing' },
  answers: { 200: success(z.array(ReceiptData)) },
} as const satisfies Contract;

/** GET /payment/receipts/{id}/invoice: the invoice as PDF. */
export const ReceiptInvoice = {
  method: 'GET',
  path: '/payment/receipts/:id/invoice',
  summary: 'The invoice of a payment as PDF',
  tag: 'payment',
  limit: 'reports',
  needs: { permission: 'billing' },
  params: z.object({ id: ReceiptId }),
  contentType: 'application/pdf',
  errors: ['NotFound'],
} as const satisfies Contract;

/** GET /payment/receipts/{id}/credit-notes/{number}: a credit note of the invoice as PDF. */
export const ReceiptCreditNote = {
  method: 'GET',
  path: '/payment/receipts/:id/credit-notes/:number',
  summary: 'A credit note of a payment as PDF',
  tag: 'payment',
  limit: 'reports',
  needs: { permission: 'billing' },
  params: z.object({ id: ReceiptId, number: z.string().regex(/^[\d-]{1,30}$/, 'a credit note') }),
  contentType: 'application/pdf',
  errors: ['NotFound'],
} as const satisfies Contract;
