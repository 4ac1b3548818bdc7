import { getTypes, startup } from '@pgtyped/query';
import { AsyncQueue } from '@pgtyped/wire';
import pg from 'pg';
import { analysed } from './analysis.ts';
import { readCatalogue } from './catalogue.ts';
import { UNKNOWN } from './fact.ts';
import { Facts } from './facts.ts';
import { typeOf } from './types.ts';

/** The columns of a statement's rows: name and type, as they are written in TypeScript. */
export type RowColumns = readonly (readonly [name: string, type: string])[];

export interface Describer {
  /** @throws Error with what PostgreSQL says of a statement that it refuses, or does not analyse */
  describe(text: string): Promise<RowColumns>;
  end(): Promise<void>;
}

/** Other versions write the analysis of a statement in another form. */
const VERSION = 18;

/**
 * Describes statements by a migrated database. PgTyped asks PostgreSQL for their columns and types; which are never null,
 * and which hold only certain texts, is in PostgreSQL's analysis of them (facts.ts).
 */
export async function openDescriber(url: string): Promise<Describer> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const queue = new AsyncQueue();
  const dbName = pathname.slice(1);
  await startup(
    { host: hostname, port: Number(port), user: username, password: decodeURIComponent(password), dbName },
    queue,
  );
  // Its messages are small and many: each would wait for the answer to the one before.
  queue.socket.setNoDelay(true);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int AS version",
  );
  refuseOtherVersion(rows[0]?.version ?? 0);
  const facts = new Facts(await readCatalogue(client));
  return {
    async describe(text) {
      const described = await getTypes({ query: text, mapping: [], bindings: [] }, queue);
      if ('errorCode' in described) throw new Error(described.message);
      const { returnTypes, paramMetadata } = described;
      if (returnTypes.length === 0) return [];
      const params = paramMetadata.params.map((type) => pg.escapeIdentifier(nameOf(type))).join(', ');
      const known = facts.ofStatement(await analysed(client, { name: 'described', params, result: 'void' }, text));
      if (known.length !== returnTypes.length) throw new Error('Its columns are not those of its analysis');
      return returnTypes.map(({ returnName, type }, at) => [returnName, typeOf(nameOf(type), known[at] ?? UNKNOWN)]);
    },
    async end() {
      queue.socket.destroy();
      await client.end();
    },
  };
}

const nameOf = (type: string | { readonly name: string }): string => (typeof type === 'string' ? type : type.name);

/** @throws Error for a PostgreSQL of another version, as `server_version_num` says it */
export function refuseOtherVersion(version: number): void {
  if (Math.floor(version / 10_000) !== VERSION)
    throw new Error(`Statements are described by PostgreSQL ${VERSION} alone`);
}
