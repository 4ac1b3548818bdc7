import { z } from 'zod';
import { isDatabaseUrl } from '../kernel/database-url.ts';
import { SECRET } from './setting-kinds.ts';

/** A PostgreSQL beside the main database that holds transfer ledgers. */
export interface LedgerServerFacts {
  readonly name: string;
  /** How the product reaches it. Secret: it contains a password. */
  readonly url: string;
}

export interface LedgerServersFacts {
  readonly servers: readonly LedgerServerFacts[];
  /** How the servers reach one another, by name, `main` included; where nothing is said, as the product does. Secret. */
  readonly betweenServers: ReadonlyMap<string, string>;
}

const NAME = /^[a-z][a-z0-9-]{0,30}$/;
const EXPECTED =
  'names with the PostgreSQL address of each, separated by spaces, such as db2=postgres://user:password@host:5432/assay';

const servers = z
  .string()
  .transform((text, context) => {
    const read = readServers(text);
    if (read === null) context.addIssue({ code: 'custom', message: EXPECTED });
    return read ?? new Map<string, string>();
  })
  .optional()
  .meta(SECRET);

/** The settings of the environment for ledger servers. */
export const ledgerServerSettings = {
  LEDGER_SERVERS: servers.refine(
    (read) => read?.has('main') !== true,
    "names other than 'main', which is DATABASE_URL",
  ),
  LEDGER_SERVERS_REPLICATION: servers,
};

/** Ledger servers copy from the main database, which the embedded one is not made for. */
export function missingMainDatabase(value: {
  readonly LEDGER_SERVERS?: ReadonlyMap<string, string> | undefined;
  readonly DATABASE_URL?: string | undefined;
}): readonly string[] {
  return value.LEDGER_SERVERS !== undefined && value.DATABASE_URL === undefined ? ['DATABASE_URL'] : [];
}

export function ledgerServersOf(value: z.infer<z.ZodObject<typeof ledgerServerSettings>>): LedgerServersFacts {
  return {
    servers: [...(value.LEDGER_SERVERS ?? [])].map(([name, url]) => ({ name, url })),
    betweenServers: value.LEDGER_SERVERS_REPLICATION ?? new Map(),
  };
}

/** Null where the text is not as expected. */
function readServers(text: string): ReadonlyMap<string, string> | null {
  const read = new Map<string, string>();
  for (const part of text.trim().split(/\s+/)) {
    const at = part.indexOf('=');
    const [name, url] = [part.slice(0, Math.max(0, at)), part.slice(at + 1)];
    if (!NAME.test(name) || read.has(name) || !isDatabaseUrl(url)) return null;
    read.set(name, url);
  }
  return read;
}
