import type { NetworkId } from '@assay/domain';
import type { AccountFacts } from '../labels/party-facts.ts';
import type { NodeId } from '../records/record.ts';
import type { AccountRows } from './account-rows.ts';
import type { AddressBook } from './address-book.ts';
import type { WalkableLabels } from './column-labels.ts';
import type { LateRecordIndex } from './late-record-index.ts';
import type { RecordLog } from './record-log.ts';
import type { RecordOrder } from './record-order.ts';
import type { TransactionIds } from './transaction-ids.ts';
import type { WideAmounts } from './wide-amounts.ts';

/** The tables of a column store, growing. */
export interface ColumnTables {
  readonly network: NetworkId;
  readonly firstNode: number;
  readonly firstPosition: number;
  readonly log: RecordLog;
  readonly accounts: AccountRows;
  readonly addresses: AddressBook;
  readonly transactions: TransactionIds;
  readonly amounts: WideAmounts;
  readonly late: LateRecordIndex;
  readonly order: RecordOrder;
}

/** What the walk needs of a snapshot. */
export interface WalkableColumns {
  readonly tables: ColumnTables;
  readonly labels: WalkableLabels;
  readonly lastRecord: number;
  lastIn(account: number): number;
  firstOut(account: number): number;
  nextOutOfReceiver(record: number): number;
  amountOf(record: number): bigint;
  accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]>;
}
