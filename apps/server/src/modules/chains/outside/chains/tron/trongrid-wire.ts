import { validateAddress } from '@assay/address';
import { z } from 'zod';
import { tronAddressOfHex } from '../../../formats/tron-address.ts';
import { amountNumber, amountText, wholeNumber } from '../../../formats/wire.ts';

/** The answers of TronGrid, as far as they are read. */

const base58 = z.string().refine((text) => validateAddress(text, 'TRX').ok);
/** Rows of transactions contain addresses in hexadecimal digits. */
const hexAddress = z.string().transform((text, context) => {
  const address = tronAddressOfHex(text);
  if (address !== null) return address;
  context.addIssue({ code: 'custom', message: 'expected an address' });
  return z.NEVER;
});
const transactionId = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/)
  .toLowerCase();

const page = <Row extends z.ZodType>(row: Row) =>
  z.object({
    success: z.literal(true),
    data: z.array(row),
    meta: z.object({ fingerprint: z.string().min(1).optional() }),
  });

/** A page of a history, whose rows are read one by one. */
export const anyPage = page(z.unknown());

export const tokenRow = z.object({
  transaction_id: transactionId,
  /** Milliseconds. */
  block_timestamp: wholeNumber,
  from: base58,
  to: base58,
  value: amountText,
  /** `Transfer`, or `Approval`, which moves nothing. */
  type: z.string(),
  token_info: z.object({ address: base58 }),
  /** A row that may still be undone is listed beside its confirmed version. */
  _unconfirmed: z.boolean().optional(),
});

const innerValue = z.object({ _: amountNumber.optional() }).optional();

const ownTransaction = z.object({
  txID: transactionId,
  blockNumber: wholeNumber.optional(),
  block_timestamp: wholeNumber,
  ret: z.array(z.object({ contractRet: z.string(), fee: amountNumber.optional() })).min(1),
  raw_data: z.object({
    contract: z
      .array(
        z.object({
          type: z.string(),
          parameter: z.object({
            value: z.looseObject({
              owner_address: hexAddress,
              to_address: hexAddress.optional(),
              contract_address: hexAddress.optional(),
              amount: amountNumber.optional(),
              call_value: amountNumber.optional(),
            }),
          }),
        }),
      )
      .min(1),
  }),
  _unconfirmed: z.boolean().optional(),
});

/** A call inside a transaction: in a list of its own, and at times in that of the transactions. */
const innerTransaction = z.object({
  internal_tx_id: transactionId,
  tx_id: transactionId,
  block_timestamp: wholeNumber,
  from_address: hexAddress,
  to_address: hexAddress,
  data: z.object({ call_value: innerValue, rejected: z.boolean().optional() }),
});

/** A node answers an empty object for what it does not have. */
const nothing = z.strictObject({}).transform(() => null);

/** A transaction by its id, in a block or waiting for one. */
export const transactionById = z.union([
  ownTransaction
    .pick({ txID: true, raw_data: true })
    .extend({ ret: z.array(z.object({ contractRet: z.string().optional() })).optional() }),
  nothing,
]);

/** The data of a call is read only where a transaction waits for a block: what it would move. */
export const callData = z.string().regex(/^([0-9a-fA-F]{2})*$/);

const hexWord = z.string().regex(/^[0-9a-fA-F]{64}$/);

/** What a transaction in a block did: fee, events and inner calls; null where it is in none. */
export const transactionInfo = z.union([
  z.object({
    id: transactionId,
    fee: amountNumber.optional(),
    blockNumber: wholeNumber,
    /** Milliseconds. */
    blockTimeStamp: wholeNumber,
    result: z.string().optional(),
    /** Addresses here have 20 bytes. */
    log: z
      .array(
        z.object({
          address: z.string().regex(/^[0-9a-fA-F]{40}$/),
          topics: z.array(hexWord),
          data: z.string().optional(),
        }),
      )
      .optional(),
    internal_transactions: z
      .array(
        z.object({
          caller_address: hexAddress,
          transferTo_address: hexAddress,
          /** Without a token's id: coins. */
          callValueInfo: z.array(z.object({ callValue: amountNumber.optional(), tokenId: z.string().optional() })),
          rejected: z.boolean().optional(),
        }),
      )
      .optional(),
  }),
  nothing,
]);

export type OwnTransaction = z.output<typeof ownTransaction>;
export type InnerTransaction = z.output<typeof innerTransaction>;

export const nativeRow = z.union([ownTransaction, innerTransaction]);

export const innerRow = innerTransaction;

const staked = z.object({ amount: amountNumber.optional() });
const delegated = amountNumber.optional();

export const accountPage = page(
  z.object({
    balance: amountNumber.optional(),
    /** Staked coins, delegated or not, and coins being unstaked still belong to the account. */
    frozenV2: z.array(staked).optional(),
    unfrozenV2: z.array(z.object({ unfreeze_amount: amountNumber.optional() })).optional(),
    delegated_frozenV2_balance_for_bandwidth: delegated,
    account_resource: z.object({ delegated_frozenV2_balance_for_energy: delegated }).optional(),
    trc20: z.array(z.record(z.string(), amountText)).optional(),
  }),
);

export type TronAccount = z.output<typeof accountPage>['data'][number];

export const blockAnswer = z.object({
  block_header: z.object({ raw_data: z.object({ number: wholeNumber, timestamp: wholeNumber }) }),
});

export const constantAnswer = z.object({
  result: z.object({ result: z.boolean().optional(), code: z.string().optional() }),
  constant_result: z.array(z.string()).optional(),
});

export const eventPage = page(
  z.object({
    block_timestamp: wholeNumber,
    event_name: z.string(),
    /** Parameters by name and by number. */
    result: z.record(z.string(), z.string()),
  }),
);

/** Events with their place in the chain. */
export const datedEventPage = page(
  z.object({
    block_number: wholeNumber,
    block_timestamp: wholeNumber,
    event_index: wholeNumber,
    transaction_id: transactionId,
    result: z.record(z.string(), z.string()),
  }),
);
