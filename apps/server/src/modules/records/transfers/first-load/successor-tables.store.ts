import type { PoolClient } from '../../../../platform/db/index.ts';

/** A table that takes the place of another one at the end of a transaction. */
export interface Successor {
  /** Its name until then. */
  readonly table: string;
  readonly replaces: string;
}

const SUFFIX = '_next';

/** Creates a table with the columns and checks of another one, without its indexes and rows. */
export async function makeSuccessor(client: PoolClient, replaces: string): Promise<Successor> {
  const table = `${replaces}${SUFFIX}`;
  await client.query(`CREATE TABLE ${table} (LIKE ${replaces} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`);
  return { table, replaces };
}

interface Index {
  readonly name: string;
  readonly definition: string;
  /** Of a primary key or a unique constraint; null for any other index. */
  readonly constraint: 'p' | 'u' | null;
  readonly is_identity: boolean;
}

/**
 * Builds the indexes of the table that is replaced on its successor, copies its rows, and gives the successor its name.
 * Readers and writers of the table wait for the copying and renaming, not for the indexes.
 */
export async function replaceBySuccessor(client: PoolClient, { table, replaces }: Successor): Promise<void> {
  const { rows: indexes } = await client.query<Index>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition, k.contype AS constraint,
            i.indisreplident AS is_identity
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype IN ('p', 'u') AND k.conrelid = i.indrelid
      WHERE i.indrelid = to_regclass($1) ORDER BY c.relname`,
    [replaces],
  );
  for (const { name, definition, constraint } of indexes) {
    await client.query(renamed(definition, { name, table, replaces }));
    if (constraint === null) continue;
    const kind = constraint === 'p' ? 'PRIMARY KEY' : 'UNIQUE';
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name}${SUFFIX} ${kind} USING INDEX ${name}${SUFFIX}`);
  }
  const { rows: keys } = await client.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = to_regclass($1) AND contype = 'f'`,
    [replaces],
  );
  for (const { name, definition } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }
  const { rows: columns } = await client.query<{ name: string; sequence: string }>(
    `SELECT attname AS name, pg_get_serial_sequence($1, attname) AS sequence FROM pg_attribute
      WHERE attrelid = to_regclass($1) AND attidentity <> '' AND NOT attisdropped`,
    [replaces],
  );
  await client.query(`LOCK TABLE ${replaces} IN ACCESS EXCLUSIVE MODE`);
  await client.query(`INSERT INTO ${table} SELECT * FROM ${replaces}`);
  for (const { name, sequence } of columns) {
    const { rows } = await client.query<{ next: string }>(`SELECT nextval($1) AS next`, [sequence]);
    const next = Number(rows[0]?.next);
    await client.query(`ALTER TABLE ${table} ALTER COLUMN ${name} ADD GENERATED ALWAYS AS IDENTITY (START ${next})`);
  }
  await client.query(`DROP TABLE ${replaces}`);
  await client.query(`ALTER TABLE ${table} RENAME TO ${replaces}`);
  for (const { name } of indexes) await client.query(`ALTER INDEX ${name}${SUFFIX} RENAME TO ${name}`);
  for (const { name } of indexes.filter(({ is_identity: isIdentity }) => isIdentity)) {
    await client.query(`ALTER TABLE ${replaces} REPLICA IDENTITY USING INDEX ${name}`);
  }
}

/** The statement that builds the same index under another name on another table. */
function renamed(definition: string, { name, table, replaces }: Successor & { readonly name: string }): string {
  const [begin, end] = [`INDEX ${name} ON `, `.${replaces} USING `];
  if (!definition.includes(begin) || !definition.includes(end)) throw new Error(`Not understood: ${definition}`);
  return definition.replace(begin, `INDEX ${name}${SUFFIX} ON `).replace(end, `.${table} USING `);
}
