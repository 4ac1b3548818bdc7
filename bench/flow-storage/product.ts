import type { RawTransfer } from '@assay/exposure';
import { appendTransfers } from '../../apps/server/src/modules/records/transfers/append/append-transfers.ts';
import { buildFlows, removeFlows } from '../../apps/server/src/modules/records/transfers/flows/build-flows.ts';
import { ensureLedger } from '../../apps/server/src/modules/records/transfers/ledgers/ledger.store.ts';
import { removeLedger } from '../../apps/server/src/modules/records/transfers/ledgers/ledger-tables.store.ts';
import { inTransaction, type Pool } from '../../apps/server/src/platform/db/index.ts';
import { type Row, rowsOfRecords } from './rows.ts';
import type { Transactions } from './transactions.ts';

/** Microseconds of the clock a record. */
export interface ProductTimes {
  readonly appended: number;
  readonly built: number;
  /** The last records, in order, without flows and with them. */
  readonly appendedWithout: number;
  readonly appendedWith: number;
}

const KEY = { network: 'ETH', ticker: 'FLOWS' } as const;
const RECORDS_PER_APPEND = 20_000;

/**
 * The product's own tables: records are appended, flows built of them, and the last portion appended again with flows.
 * Other assets are not stored, so no time of reading them is in it.
 *
 * @param most records of the ledger; two portions more are appended after the build
 */
export async function timeProduct(pool: Pool, all: Transactions, most: number): Promise<ProductTimes> {
  const ledger = await ensureLedger(pool, KEY.network, KEY.ticker);
  const append = (add: readonly RawTransfer[]) =>
    secondsOf(() => inTransaction(pool, (client) => appendTransfers(client, ledger, { add })));
  const rows = rowsOfRecords(all);
  const portion = (): readonly RawTransfer[] => {
    const taken: RawTransfer[] = [];
    for (let row = rows.next(); row.done !== true; row = rows.next()) {
      taken.push(transferOf(row.value));
      if (taken.length === RECORDS_PER_APPEND) break;
    }
    return taken;
  };
  let records = 0;
  let appending = 0;
  while (records < most) {
    const add = portion();
    if (add.length === 0) break;
    appending += await append(add);
    records += add.length;
  }
  const without = portion();
  const appendingWithout = await append(without);
  const building = await secondsOf(() => buildFlows(pool, KEY, { holdsTransactionsWhole: true }));
  const withFlows = portion();
  const appendingWith = await append(withFlows);
  await removeFlows(pool, KEY);
  await removeLedger(pool, ledger, AbortSignal.timeout(600_000));
  const each = (seconds: number, of: number) => (1e6 * seconds) / Math.max(of, 1);
  return {
    appended: each(appending, records),
    built: each(building, records + without.length),
    appendedWithout: each(appendingWithout, without.length),
    appendedWith: each(appendingWith, withFlows.length),
  };
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

function transferOf({ from, to, amount, time, block, transactionIndex, index, transactionId }: Row): RawTransfer {
  return {
    ...{ block, transactionIndex, transactionId, kind: 'token', index, ordinal: 0, time },
    ...{ from: `account ${from}`, to: `account ${to}`, amount: BigInt(amount) },
  };
}
