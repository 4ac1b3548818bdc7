import { validateAddress } from '@assay/address';
import { z } from 'zod';
import { amountText, isoTime, wholeNumber } from '../../../formats/wire.ts';

/** The answers of Stellar's Horizon, as far as they are read. */

const address = z.string().refine((text) => validateAddress(text, 'XLM').ok);

/** Lumens with seven decimals, as stroops. */
export const stroops = z
  .string()
  .regex(/^\d{1,12}\.\d{7}$/)
  .transform((text) => BigInt(text.replace('.', '')));

/** A total order id: ledger, transaction in the ledger and operation in the transaction, in one number of 64 bits. */
const orderId = z
  .string()
  .regex(/^\d{1,19}$/)
  .transform((text) => {
    const id = BigInt(text);
    return {
      text,
      ledger: Number(id >> 32n),
      transaction: Number((id >> 12n) & 0xfffffn),
      operation: Number(id & 0xfffn),
    };
  });

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const base = {
  id: orderId,
  paging_token: z.string().min(1),
  created_at: isoTime,
  transaction_hash: hash,
  transaction_successful: z.boolean(),
};

const payment = z.object({
  ...base,
  type: z.enum(['payment', 'path_payment', 'path_payment_strict_receive', 'path_payment_strict_send']),
  from: address,
  to: address,
  amount: stroops,
  asset_type: z.string(),
  /** The asset the sender paid with, where it is a different one. */
  source_asset_type: z.string().optional(),
});

const creation = z.object({
  ...base,
  type: z.literal('create_account'),
  funder: address,
  account: address,
  starting_balance: stroops,
});

const merge = z.object({ ...base, type: z.literal('account_merge'), account: address, into: address });

/** A contract call that moved assets lists them. */
const contractCall = z.object({
  ...base,
  type: z.literal('invoke_host_function'),
  asset_balance_changes: z
    .array(
      z.object({
        asset_type: z.string(),
        type: z.string(),
        from: z.string().optional(),
        to: z.string().optional(),
        amount: stroops,
      }),
    )
    .nullish(),
});

const embedded = <Row extends z.ZodType>(row: Row) => z.object({ _embedded: z.object({ records: z.array(row) }) });

export const operation = z.discriminatedUnion('type', [payment, creation, merge, contractCall]);

export type Operation = z.output<typeof operation>;

export const operations = embedded(operation);

/** A page of a list, whose rows are read one by one. */
export const anyRecords = embedded(z.unknown());

export const transaction = z.object({
  paging_token: orderId,
  hash,
  created_at: isoTime,
  fee_account: address,
  fee_charged: amountText,
});

export type StellarTransaction = z.output<typeof transaction>;

/** One transaction by its hash. */
export const transactionAnswer = transaction.extend({ successful: z.boolean() });

export const effects = embedded(
  z.object({
    type: z.string(),
    account: z.string().optional(),
    amount: stroops.optional(),
    asset_type: z.string().optional(),
  }),
);

export const account = z.object({
  balances: z.array(z.object({ asset_type: z.string(), balance: stroops })),
});

export const ledgers = embedded(z.object({ sequence: wholeNumber, closed_at: isoTime }));

/** What the server holds: with an `elder` ledger above the first, the history before it is not there. */
export const rootAnswer = z.object({ history_elder_ledger: wholeNumber });

export const ledgerAnswer = z.object({ sequence: wholeNumber, closed_at: isoTime });
