import { type Db, inTransaction, LOCKS, type Pool } from '../../../../platform/db/index.ts';
import type { Seal } from '../../../../platform/kernel/seal.ts';
import { KeyFileError } from './key-files.ts';
import type { KeyHome } from './key-home.ts';

/** Keys in the database, for any number of servers; what signs is sealed, and read with the same secret everywhere. */
export function databaseKeys(pool: Pool, seal: Seal): KeyHome {
  async function write(name: string, content: Buffer, isSealed: boolean): Promise<void> {
    await pool.query(
      `INSERT INTO signing_key_files (name, content, is_sealed) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE
         SET content = excluded.content, is_sealed = excluded.is_sealed, stamp = gen_random_uuid(), written_at = now()`,
      [name, content, isSealed],
    );
  }

  return {
    place: 'the database',
    prepare: () => Promise.resolve(),
    async read(name) {
      const { rows } = await pool.query('SELECT content, is_sealed FROM signing_key_files WHERE name = $1', [name]);
      const [row] = rows;
      if (row === undefined) return null;
      if (!row.is_sealed) return row.content;
      const plain = seal.open(name, row.content);
      if (plain !== null) return plain;
      throw new KeyFileError(
        'The signing keys in the database were sealed with another secret. Give every server the REPORT_KEYS_SECRET that the first one had.',
      );
    },
    writePublic: (name, content) => write(name, Buffer.from(content), false),
    writeSecret: (name, content) => write(name, seal.seal(name, Buffer.from(content)), true),
    remove: async (name) => void (await pool.query('DELETE FROM signing_key_files WHERE name = $1', [name])),
    async stampOf(name) {
      const { rows } = await pool.query('SELECT stamp FROM signing_key_files WHERE name = $1', [name]);
      return rows[0]?.stamp ?? null;
    },
    exclusively: (work) =>
      inTransaction(pool, async (tx) => {
        await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCKS.signingKeys]);
        return work();
      }),
  };
}

/** Whether an installation keeps its keys in this database. */
export async function hasDatabaseKeys(db: Db): Promise<boolean> {
  return (await db.query('SELECT FROM signing_key_files LIMIT 1')).rowCount === 1;
}
