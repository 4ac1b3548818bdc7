import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Db, Pool } from '../../../platform/db/index.ts';

const LOOK_EVERY_MS = 50;

export interface Subscription {
  readonly name: string;
  /** Of the server that is copied from. */
  readonly publications: readonly string[];
  readonly slot: string;
}

/** Whether a server has a subscription of this name, in its present database. */
export async function hasSubscription(server: Db, name: string): Promise<boolean> {
  const { rowCount } = await server.query(
    `SELECT FROM pg_subscription WHERE subname = $1
        AND subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [name],
  );
  return rowCount !== 0;
}

/**
 * Has a server copy what another publishes, and follow its changes.
 *
 * @param fromUrl how the server reaches the other; PostgreSQL stores it there, for superusers alone
 */
export async function subscribe(
  to: Pool,
  from: Db,
  fromUrl: string,
  { name, publications, slot }: Subscription,
): Promise<void> {
  // Left by a subscription whose server is gone, or was gone while it subscribed.
  await dropSlot(from, slot);
  await to.query(
    `CREATE SUBSCRIPTION ${pg.escapeIdentifier(name)} CONNECTION ${pg.escapeLiteral(fromUrl)}
       PUBLICATION ${publications.map((one) => pg.escapeIdentifier(one)).join(', ')}
       WITH (slot_name = ${pg.escapeLiteral(slot)})`,
  );
}

/** Ends a subscription with its slot, which may be gone; nothing where there is none. */
export async function unsubscribe(
  to: Pool,
  from: Db,
  { name, slot }: Pick<Subscription, 'name' | 'slot'>,
): Promise<void> {
  if (!(await hasSubscription(to, name))) return;
  const subscription = pg.escapeIdentifier(name);
  if (!(await hasSlot(from, slot))) {
    // PostgreSQL removes no subscription whose slot it cannot remove.
    await to.query(`ALTER SUBSCRIPTION ${subscription} DISABLE`);
    await to.query(`ALTER SUBSCRIPTION ${subscription} SET (slot_name = NONE)`);
  }
  await to.query(`DROP SUBSCRIPTION ${subscription}`);
}

/** Whether a server has a slot of this name for its present database: a primary that was a standby may not. */
export async function hasSlot(server: Db, name: string): Promise<boolean> {
  return (await confirmedPosition(server, name)) !== null;
}

/** Removes a slot that no subscription has; one that a connection still reads is taken from it. Nothing without one. */
export async function dropSlot(server: Db, name: string): Promise<void> {
  for (;;) {
    // Its reader may come back before it is dropped.
    const { rows } = await server.query(
      `SELECT CASE WHEN active_pid IS NULL THEN pg_drop_replication_slot(slot_name) IS NULL
                   ELSE pg_terminate_backend(active_pid) END AS active
         FROM pg_replication_slots WHERE slot_name = $1 AND database = current_database()`,
      [name],
    );
    if (rows.length === 0) return;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Up to which byte of a server's log the reader of a slot has kept what it received; null without the slot. */
export async function confirmedPosition(server: Db, name: string): Promise<number | null> {
  const { rows } = await server.query(
    `SELECT (confirmed_flush_lsn - '0/0')::float8 AS at
       FROM pg_replication_slots WHERE slot_name = $1 AND database = current_database()`,
    [name],
  );
  return rows[0]?.at ?? null;
}

/** How many bytes the log of a server has now. It must be a primary. */
export async function presentPosition(server: Db): Promise<number> {
  const { rows } = await server.query("SELECT (pg_current_wal_lsn() - '0/0')::float8 AS at");
  return rows[0]?.at ?? 0;
}
