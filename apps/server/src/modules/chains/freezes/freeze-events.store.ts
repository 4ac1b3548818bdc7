import { type Db, inTransaction, type Pool } from '../../../platform/db/index.ts';
import type { EventFreezeList } from './freeze-lists.ts';
import type { FreezeEvent, FreezeEventsPart } from './freezes.ports.ts';

const EVENTS_PER_FETCH = 5_000;

type Contract = Pick<EventFreezeList, 'network' | 'contract'>;

/** How far a contract's events are stored; null where it was never read. */
export async function freezesReadTo(db: Db, { network, contract }: Contract): Promise<number | null> {
  const { rows } = await db.query('SELECT read_to FROM freeze_reading WHERE network = $1 AND contract = $2', [
    network,
    contract,
  ]);
  return rows[0] === undefined ? null : Number(rows[0].read_to);
}

/** Stores events together with the place they lead to. What is stored already stays as it is. */
export async function addFreezeEvents(
  pool: Pool,
  { network, contract }: Contract,
  { events, readTo }: FreezeEventsPart,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      `INSERT INTO freeze_event (network, contract, transaction, log_index, block, happened_at, address, kind)
       SELECT $1, $2, transaction, log_index, block, to_timestamp(at / 1000.0), address, kind
         FROM unnest($3::text[], $4::int[], $5::bigint[], $6::bigint[], $7::text[], $8::text[])
           AS event(transaction, log_index, block, at, address, kind)
       ON CONFLICT DO NOTHING`,
      [
        network,
        contract,
        events.map(({ transaction }) => transaction),
        events.map(({ logIndex }) => logIndex),
        events.map(({ block }) => block),
        events.map(({ at }) => at),
        events.map(({ address }) => address),
        events.map(({ kind }) => kind),
      ],
    );
    await client.query(
      `INSERT INTO freeze_reading (network, contract, read_to) VALUES ($1, $2, $3)
       ON CONFLICT (network, contract) DO UPDATE SET read_to = greatest(freeze_reading.read_to, excluded.read_to)`,
      [network, contract, readTo],
    );
  });
}

export async function hasFreezeEvents(db: Db, { network, contract }: Contract): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM freeze_event WHERE network = $1 AND contract = $2 LIMIT 1', [
    network,
    contract,
  ]);
  return rowCount === 1;
}

interface EventRow {
  readonly kind: FreezeEvent['kind'];
  readonly address: string;
  readonly block: string;
  readonly log_index: number;
  readonly happened_at: Date;
  readonly transaction: string;
}

/** Every stored event of a contract: those of one address together, the oldest first. */
export async function* storedFreezeEvents(db: Db, { network, contract }: Contract): AsyncGenerator<FreezeEvent> {
  let last: EventRow | undefined;
  for (;;) {
    const { rows }: { rows: EventRow[] } = await db.query(
      `SELECT kind, address, block, log_index, happened_at, transaction FROM freeze_event
        WHERE network = $1 AND contract = $2
          AND (address COLLATE "C", happened_at, block, log_index, transaction) > ($3, $4, $5, $6, $7)
        ORDER BY address COLLATE "C", happened_at, block, log_index, transaction LIMIT ${EVENTS_PER_FETCH}`,
      [
        network,
        contract,
        last?.address ?? '',
        last?.happened_at ?? new Date(0),
        last?.block ?? 0,
        last?.log_index ?? 0,
        last?.transaction ?? '',
      ],
    );
    for (const row of rows) {
      yield {
        kind: row.kind,
        address: row.address,
        block: Number(row.block),
        logIndex: row.log_index,
        at: row.happened_at.getTime(),
        transaction: row.transaction,
      };
    }
    if (rows.length < EVENTS_PER_FETCH) return;
    last = rows.at(-1);
  }
}
