import type { NetworkId } from '@assay/domain';
import type { AccountRows } from '../../columns/account-rows.ts';
import type { AddressBook, AddressParts } from '../../columns/address-book.ts';
import type { RecordLog, TableParts } from '../../columns/record-log.ts';
import type { TransactionIdParts, TransactionIds } from '../../columns/transaction-ids.ts';
import type { WideAmountParts, WideAmounts } from '../../columns/wide-amounts.ts';
import { wholeOf } from '../../records/whole-of.ts';
import type { CoveredShares } from './covered-shares.ts';
import type { FlowOrder, FlowOrderParts } from './flow-order.ts';
import { AMOUNT } from './line.ts';
import type { PartRecordParts, PartRecords } from './part-records.ts';

/** Flags of an account, beside those of `AccountRows` that mean the fee sink and the issuer. */
export const IS_POOL = 64;
export const IS_SAMPLE = 128;
export const DIFFERS_FROM_STATED = 256;
export const HAS_OPENING = 512;
/** Words of an account that a store of records uses otherwise, or not at all. */
export const FIRST_TIME = 4;
export const LAST_TIME = 5;
/** First line of a flow out of it that its balance did not cover, 0 for none. */
export const FIRST_SHORT = 7;

/** The tables of flows in columns, growing. */
export interface FlowTables {
  readonly network: NetworkId;
  readonly firstNode: number;
  readonly log: RecordLog;
  readonly accounts: AccountRows;
  readonly addresses: AddressBook;
  readonly transactions: TransactionIds;
  readonly amounts: WideAmounts;
  readonly covered: CoveredShares;
  readonly partRecords: PartRecords;
  readonly order: FlowOrder;
}

/** All of flows in columns but their labels, as plain data over shared memory: for another thread. */
export interface FlowColumnParts {
  readonly network: NetworkId;
  readonly firstNode: number;
  readonly log: TableParts;
  readonly accounts: TableParts;
  readonly addresses: AddressParts;
  readonly transactions: TransactionIdParts;
  readonly amounts: WideAmountParts;
  readonly covered: TableParts;
  readonly partRecords: PartRecordParts;
  readonly order: FlowOrderParts;
  /** Opening balances of 2^53 base units and more, by account. */
  readonly wideOpenings: readonly (readonly [account: number, opening: bigint])[];
}

/** Base units of a line; a number only below 2^53. */
export function unitsOf({ log, amounts }: Pick<FlowTables, 'log' | 'amounts'>, line: number): number | bigint {
  const amount = log.double(line, AMOUNT);
  return amount < 0 ? amounts.at(-1 - amount) : amount;
}

/** Base units of a line. */
export function amountOf(tables: Pick<FlowTables, 'log' | 'amounts'>, line: number): bigint {
  const units = unitsOf(tables, line);
  return typeof units === 'bigint' ? units : wholeOf(units);
}
