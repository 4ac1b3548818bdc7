import { type Db, prepared } from '../../../../platform/db/index.ts';

/** Of these canonical addresses, those that are known to be contracts: `network address`. */
export async function knownContracts(db: Db, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query('SELECT network, address FROM evm_contracts WHERE address = ANY ($1::text[])', [
    addresses,
  ]);
  return new Set(rows.map(({ network, address }) => `${network} ${address}`));
}

/** Of everything known of contracts: the same wherever the same contracts are known, in whatever order they came. */
export async function contractMark(db: Db): Promise<string> {
  const { rows } = await db.query(
    prepared(`SELECT network || ' ' || sum(contracts) || ' ' || sum(mark) AS line FROM evm_contract_marks
            GROUP BY network HAVING sum(contracts) <> 0 ORDER BY network COLLATE "C"`),
  );
  return rows.map(({ line }) => line).join(', ');
}
