import type { NodeId, TransferRecord } from '@assay/exposure';
import type { Db } from '../../../../platform/db/index.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';

export interface DeriveAccount {
  readonly node: NodeId;
  readonly address: string;
  readonly role: 'account' | 'fee' | 'issuer';
}

/** Accounts of a ledger by rising id, a page at a time. */
export async function readAccountPage(
  db: Db,
  ledger: Ledger,
  after: number,
  limit: number,
): Promise<readonly DeriveAccount[]> {
  const found = await db.query(
    'SELECT id, address, role FROM accounts WHERE ledger_id = $1 AND id > $2 ORDER BY id LIMIT $3',
    [ledger.id, after, limit],
  );
  return found.rows.map(({ id, address, role }) => ({ node: Number(id), address, role }));
}

/** These accounts of a ledger, by rising id; unknown ones are left out. */
export async function readAccounts(
  db: Db,
  ledger: Ledger,
  nodes: readonly NodeId[],
): Promise<readonly DeriveAccount[]> {
  const found = await db.query(
    'SELECT id, address, role FROM accounts WHERE ledger_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id',
    [ledger.id, nodes],
  );
  return found.rows.map(({ id, address, role }) => ({ node: Number(id), address, role }));
}

/** The accounts that a ledger has of these addresses, by rising id. */
export async function nodesOf(db: Db, ledger: Ledger, addresses: readonly string[]): Promise<readonly NodeId[]> {
  const found = await db.query(
    'SELECT id FROM accounts WHERE ledger_id = $1 AND address = ANY ($2::text[]) ORDER BY id',
    [ledger.id, addresses],
  );
  return found.rows.map(({ id }) => Number(id));
}

/** Accounts that sent something to one of these; only those that are `among` others, where they are named. */
export async function payersOf(
  db: Db,
  ledger: Ledger,
  services: readonly NodeId[],
  among: readonly NodeId[] | null = null,
): Promise<readonly NodeId[]> {
  const isAmong = among === null ? '' : 'AND from_id = ANY ($3::bigint[])';
  const found = await db.query(
    `SELECT DISTINCT from_id FROM transfers WHERE ledger_id = $2 AND to_id = ANY ($1::bigint[]) ${isAmong}
      ORDER BY from_id`,
    among === null ? [services, ledger.id] : [services, ledger.id, among],
  );
  return found.rows.map((row) => Number(row.from_id));
}

/** Accounts that one of these sent something to. */
export async function paidBy(db: Db, ledger: Ledger, payers: readonly NodeId[]): Promise<readonly NodeId[]> {
  const found = await db.query(
    'SELECT DISTINCT to_id FROM transfers WHERE ledger_id = $2 AND from_id = ANY ($1::bigint[]) ORDER BY to_id',
    [payers, ledger.id],
  );
  return found.rows.map((row) => Number(row.to_id));
}

/** Every outflow of these accounts. */
export async function outflowsOf(db: Db, ledger: Ledger, nodes: readonly NodeId[]): Promise<readonly TransferRecord[]> {
  const found = await db.query(
    `SELECT position, from_id, to_id, amount, time FROM transfers
      WHERE ledger_id = $2 AND from_id = ANY ($1::bigint[]) ORDER BY from_id, position`,
    [nodes, ledger.id],
  );
  return found.rows.map((row) => ({
    position: Number(row.position),
    from: Number(row.from_id),
    to: Number(row.to_id),
    amount: BigInt(row.amount),
    time: Number(row.time),
    inflowShare: 0,
    covered: 0,
    outflowShare: 0,
  }));
}

/** Accounts with more distinct counterparties than `above`, the fee sink left out, and how many; of all, or `among` some. */
export async function manyCounterparties(
  db: Db,
  ledger: Ledger,
  above: number,
  among: readonly NodeId[] | null = null,
): Promise<readonly { readonly node: NodeId; readonly counterparties: number }[]> {
  const found = await db.query(
    `SELECT a.id, met.counterparties FROM accounts a
      CROSS JOIN LATERAL (
        SELECT count(*) AS counterparties FROM (
          SELECT t.to_id FROM transfers t
            JOIN accounts r ON r.ledger_id = $1 AND r.id = t.to_id AND r.role <> 'fee'
           WHERE t.ledger_id = $1 AND t.from_id = a.id
           UNION SELECT from_id FROM transfers WHERE ledger_id = $1 AND to_id = a.id) AS other) AS met
      WHERE a.ledger_id = $1 AND a.role = 'account' AND a.inflows + a.outflows > $2 AND met.counterparties > $2
            ${among === null ? '' : 'AND a.id = ANY ($3::bigint[])'}
      ORDER BY a.id`,
    among === null ? [ledger.id, above] : [ledger.id, above, among],
  );
  return found.rows.map((row) => ({ node: Number(row.id), counterparties: Number(row.counterparties) }));
}

/** Accounts of a ledger that are contracts and took part in a record; of all, or `among` some. */
export async function contractsOf(
  db: Db,
  ledger: Ledger,
  among: readonly NodeId[] | null = null,
): Promise<readonly NodeId[]> {
  const found = await db.query(
    `SELECT a.id FROM evm_contracts c JOIN accounts a ON a.ledger_id = $2 AND a.address = c.address
      WHERE c.network = $1 AND a.inflows + a.outflows > 0
            ${among === null ? '' : 'AND a.id = ANY ($3::bigint[])'} ORDER BY a.id`,
    among === null ? [ledger.network, ledger.id] : [ledger.network, ledger.id, among],
  );
  return found.rows.map((row) => Number(row.id));
}

/** How many contracts of a network are known. */
export async function countContracts(db: Db, network: string): Promise<number> {
  const found = await db.query('SELECT count(*) AS contracts FROM evm_contracts WHERE network = $1', [network]);
  return Number(found.rows[0]?.contracts ?? 0);
}

/** How many contracts are known on all networks. */
export async function countAllContracts(db: Db): Promise<number> {
  const found = await db.query('SELECT count(*) AS contracts FROM evm_contracts');
  return Number(found.rows[0]?.contracts ?? 0);
}

/** Owners of coins spent by transactions that pay one of these. */
export async function coinPayersOf(db: Db, services: readonly NodeId[]): Promise<readonly NodeId[]> {
  const found = await db.query(
    `SELECT DISTINCT i.owner_id FROM coin_outputs o JOIN coin_outputs i ON i.spent_by = o.created_by
      WHERE o.owner_id = ANY ($1::bigint[]) AND i.owner_id IS NOT NULL ORDER BY i.owner_id`,
    [services],
  );
  return found.rows.map((row) => Number(row.owner_id));
}

/** Owners whose transactions have so many parties that more than `above` counterparties are possible. */
export async function busyOwners(db: Db, ledger: Ledger, above: number): Promise<readonly NodeId[]> {
  const found = await db.query(
    `WITH member AS (
       SELECT o.created_by AS id, o.owner_id FROM coin_outputs o JOIN coin_transactions t ON t.id = o.created_by
        WHERE t.ledger_id = $1 AND t.held AND o.owner_id IS NOT NULL
        UNION
       SELECT o.spent_by, o.owner_id FROM coin_outputs o JOIN coin_transactions t ON t.id = o.spent_by
        WHERE t.ledger_id = $1 AND o.owner_id IS NOT NULL
     ), size AS (SELECT id, count(*) - 1 AS others FROM member GROUP BY id)
     SELECT m.owner_id FROM member m JOIN size s USING (id)
      GROUP BY m.owner_id HAVING sum(s.others) > $2 ORDER BY m.owner_id`,
    [ledger.id, above],
  );
  return found.rows.map((row) => Number(row.owner_id));
}

/** Transactions in which these owners pay or are paid. */
export async function transactionsWith(db: Db, owners: readonly NodeId[]): Promise<readonly NodeId[]> {
  const found = await db.query(
    `SELECT t.id FROM coin_transactions t WHERE t.held AND t.id IN (
       SELECT created_by FROM coin_outputs WHERE owner_id = ANY ($1::bigint[])
        UNION SELECT spent_by FROM coin_outputs WHERE owner_id = ANY ($1::bigint[]) AND spent_by IS NOT NULL)
      ORDER BY t.position`,
    [owners],
  );
  return found.rows.map((row) => Number(row.id));
}
