import { isZeroAmount, type RawTransfer, type ZeroAmount } from '@assay/exposure';
import type { Db } from '../../../../platform/db/index.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';

type LedgerName = Pick<Ledger, 'network' | 'ticker'>;

/** Zero amounts among some transfers, each pair of accounts once with its first time. */
export class ZeroAmounts {
  readonly #byPair = new Map<string, RawTransfer>();

  add(transfers: readonly RawTransfer[]): this {
    for (const transfer of transfers) {
      if (!isZeroAmount(transfer)) continue;
      const pair = `${transfer.to}\n${transfer.from}`;
      const known = this.#byPair.get(pair);
      if (known === undefined || transfer.time < known.time) this.#byPair.set(pair, transfer);
    }
    return this;
  }

  get transfers(): readonly RawTransfer[] {
    return [...this.#byPair.values()];
  }
}

/**
 * Writes down who sent nothing to whom. The same transfers again change nothing. The ledger's row is written too: what reads
 * it in the same state must know that something changed, also where no record was added.
 */
export async function keepZeroAmounts(db: Db, { network, ticker }: LedgerName, zero: ZeroAmounts): Promise<void> {
  const { transfers } = zero;
  if (transfers.length === 0) return;
  await db.query(
    `WITH kept AS (
       INSERT INTO zero_amounts AS z (network, ticker, receiver, sender, first_time)
       SELECT $1, $2, given.* FROM unnest($3::text[], $4::text[], $5::bigint[]) AS given (receiver, sender, first_time)
       ON CONFLICT (network, ticker, receiver, sender) DO UPDATE SET first_time = excluded.first_time
        WHERE z.first_time > excluded.first_time RETURNING 1
     )
     UPDATE ledgers SET revision = revision WHERE network = $1 AND ticker = $2 AND EXISTS (SELECT FROM kept)`,
    [
      network,
      ticker,
      transfers.map(({ to }) => to),
      transfers.map(({ from }) => from),
      transfers.map(({ time }) => time),
    ],
  );
}

/**
 * Takes back what was first seen at or after a second: the records of undone blocks are gone, and come again. The ledger's
 * row is written as by `keepZeroAmounts`.
 */
export async function forgetZeroAmounts(db: Db, { network, ticker }: LedgerName, since: number): Promise<void> {
  await db.query(
    `WITH forgotten AS (
       DELETE FROM zero_amounts WHERE network = $1 AND ticker = $2 AND first_time >= $3 RETURNING 1
     )
     UPDATE ledgers SET revision = revision WHERE network = $1 AND ticker = $2 AND EXISTS (SELECT FROM forgotten)`,
    [network, ticker, since],
  );
}

/** Who sent an account nothing, by address. */
export async function readZeroAmounts(
  db: Db,
  { network, ticker }: LedgerName,
  receiver: string,
): Promise<readonly ZeroAmount[]> {
  const { rows } = await db.query(
    `SELECT sender, first_time FROM zero_amounts WHERE network = $1 AND ticker = $2 AND receiver = $3
      ORDER BY sender COLLATE "C"`,
    [network, ticker, receiver],
  );
  return rows.map(({ sender, first_time }) => ({ from: sender, time: Number(first_time) }));
}
