import { validateAddress } from '@assay/address';
import { z } from 'zod';
import { amountText, isoTime, wholeNumber } from '../../../formats/wire.ts';

/** The answers of a server of the XRP Ledger (its API, version 2), as far as they are read. */

const address = z
  .string()
  .refine((text) => validateAddress(text, 'XRP').ok || /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text));

/** Drops as text; issued currencies come as objects, and amounts that were never stored as 'unavailable'. */
const value = z.union([amountText, z.literal('unavailable'), z.object({ value: z.string() })]);

const fields = z.looseObject({ Account: address.optional(), Balance: z.unknown().optional() });

const node = z.object({
  LedgerEntryType: z.string(),
  NewFields: fields.optional(),
  FinalFields: fields.optional(),
  PreviousFields: fields.optional(),
});

const affected = z.union([
  z.object({ CreatedNode: node }),
  z.object({ ModifiedNode: node }),
  z.object({ DeletedNode: node }),
]);

export type Affected = z.output<typeof affected>;

export const transaction = z.object({
  hash: z.string().regex(/^[0-9A-F]{64}$/),
  ledger_index: wholeNumber,
  close_time_iso: isoTime,
  validated: z.literal(true),
  tx_json: z.looseObject({
    TransactionType: z.string(),
    Account: address,
    Destination: address.optional(),
    Fee: amountText,
    Flags: wholeNumber.optional(),
    SendMax: z.unknown().optional(),
  }),
  meta: z.object({
    TransactionIndex: wholeNumber,
    TransactionResult: z.string(),
    delivered_amount: value.optional(),
    AffectedNodes: z.array(affected),
  }),
});

export type XrplTransaction = z.output<typeof transaction>;

/** A transaction by its hash: in a validated ledger, or not yet. */
export const transactionAnswer = z.object({
  result: z.union([
    transaction,
    z.object({
      hash: transaction.shape.hash,
      validated: z.literal(false).optional(),
      tx_json: transaction.shape.tx_json.extend({ DeliverMax: z.unknown().optional() }),
    }),
  ]),
});

const failed = z.object({ result: z.object({ error: z.string() }) });

export const failure = failed;

export const accountTransactions = z.object({
  result: z.object({
    /** The first ledger that was searched. */
    ledger_index_min: wholeNumber.optional(),
    /** Read one by one, as `transaction`. */
    transactions: z.array(z.unknown()),
    marker: z.unknown().optional(),
  }),
});

export const accountInfo = z.object({ result: z.object({ account_data: z.object({ Balance: amountText }) }) });

export const ledgerAnswer = z.object({
  result: z.object({ ledger_index: wholeNumber, ledger: z.object({ close_time_iso: isoTime }) }),
});

/** Ranges such as '32570-90000000', or several of them; the last one reaches the newest ledger. */
export const serverInfo = z.object({
  result: z.object({
    info: z.object({
      complete_ledgers: z
        .string()
        .regex(/(?:^|,)\d{1,10}-\d{1,10}$/)
        .transform((text) => Number(/(\d+)-\d+$/.exec(text)?.[1])),
    }),
  }),
});
