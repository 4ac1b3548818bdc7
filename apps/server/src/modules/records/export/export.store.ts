import { type Db, type PoolClient, readCopied } from '../../../platform/db/index.ts';
import type { Ledger } from '../transfers/ledgers/ledger.store.ts';
import type { ExportedAccount, ExportedTransfer } from './columns.ts';

/** All records of a transfer ledger in order. The client answers nothing else until all of them are read. */
export async function* readTransfers(client: PoolClient, ledger: Ledger): AsyncGenerator<readonly ExportedTransfer[]> {
  // Doubles as the shortest text that reads as the same double; COPY takes no parameters.
  const query = `SELECT position, time, block, transaction_index, kind, record_index, ordinal, from_id, to_id, amount,
      inflow_share, covered, outflow_share, transaction_id
      FROM transfers WHERE ledger_id = ${Number(ledger.id)} ORDER BY position`;
  for await (const rows of readCopied(client, query)) yield rows.map(transferOf);
}

/** The accounts of a transfer ledger after one, by number. */
export async function readAccounts(
  db: Db,
  ledger: Ledger,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly ExportedAccount[]> {
  const found = await db.query(
    `SELECT id, address, role, opening, opening_unread FROM accounts
      WHERE ledger_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
    [ledger.id, after, limit],
  );
  return found.rows.map((row) => ({
    account: Number(row.id),
    address: row.address,
    role: row.role,
    opening: row.opening,
    openingUnread: row.opening_unread,
  }));
}

function transferOf(row: readonly string[]): ExportedTransfer {
  const [position, time, block, transactionIndex, kind, recordIndex, ordinal, from, to] = row;
  const [, , , , , , , , , amount = '', inflowShare, covered, outflowShare, transactionId = ''] = row;
  return {
    position: Number(position),
    time: Number(time),
    block: Number(block),
    transactionIndex: numberOrNull(transactionIndex),
    kind: Number(kind),
    recordIndex: numberOrNull(recordIndex),
    ordinal: Number(ordinal),
    from: Number(from),
    to: Number(to),
    amount,
    inflowShare: Number(inflowShare),
    covered: Number(covered),
    outflowShare: Number(outflowShare),
    transactionId,
  };
}

function numberOrNull(text = '\\N'): number | null {
  return text === '\\N' ? null : Number(text);
}
