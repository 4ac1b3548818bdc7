import { z } from 'zod';

const Id = z.union([z.string(), z.number().int()]).transform(String);
const Amount = z.union([z.string(), z.number()]).transform(String);

/** An answer of POST /v1/invoice, as far as it is used. */
export const InvoiceAnswer = z.object({ id: Id, invoice_url: z.url({ protocol: /^https?$/ }) });

/** GET /v1/payment/{id} and an item of the list: the same fields. Numbers are parsed as the text they are written as. */
export const PaymentAnswer = z.object({
  payment_id: Id,
  /** Of a further payment to the address of another one. */
  parent_payment_id: Id.nullish(),
  /** The further payments to its address. */
  payment_extra_ids: z.array(Id).nullish().catch(null),
  payment_status: z.string(),
  /** Null of a further payment. */
  order_id: z.string().nullish(),
  price_amount: Amount,
  price_currency: z.string(),
  created_at: z.union([z.string(), z.number()]).nullish(),
  updated_at: z.union([z.string(), z.number()]).nullish(),
  /** What was asked for and what arrived, in `pay_currency`. */
  pay_amount: Amount.nullish(),
  actually_paid: Amount.nullish(),
  pay_currency: z.string().nullish(),
  outcome_amount: Amount.nullish(),
  outcome_currency: z.string().nullish(),
});
export type PaymentAnswer = z.infer<typeof PaymentAnswer>;

export const PaymentListAnswer = z.object({ data: z.array(PaymentAnswer) });
export const AuthAnswer = z.object({ token: z.string().min(1) });

/** What a notification says it is about. */
export const Notification = z.object({
  payment_id: Id,
  parent_payment_id: Id.nullish(),
  payment_status: z.string(),
  order_id: z.string().nullish(),
});

/**
 * Dollars as the provider writes them, in whole cents; null for what is no such amount.
 *
 * @example centsOf('222.75') // 22275
 */
export function centsOf(text: string): number | null {
  const [, dollars = '', cents = ''] = /^(\d{1,7})(?:\.(\d{1,2})0*)?$/.exec(text) ?? [];
  return dollars === '' ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}
