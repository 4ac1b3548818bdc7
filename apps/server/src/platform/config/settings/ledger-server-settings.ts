import { z } from 'zod';
import { isDatabaseUrl } from '../../kernel/database-url.ts';
import { SECRET, wholeNumber } from './setting-kinds.ts';

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
  /** Addresses of hot standbys by the name of their server, `main` included. Secret. */
  readonly standbys: ReadonlyMap<string, string>;
  /** A standby further behind its primary answers no reads, in seconds. */
  readonly mostLagSeconds: number;
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
  READ_STANDBYS: servers,
  READ_STANDBYS_LAG: wholeNumber(1, 60, 'a whole number of seconds from 1 to 60').default(10),
};

/** Ledger servers copy from the main database, and standbys follow one, which the embedded one is not made for. */
export function missingMainDatabase(value: {
  readonly LEDGER_SERVERS?: ReadonlyMap<string, string> | undefined;
  readonly READ_STANDBYS?: ReadonlyMap<string, string> | undefined;
  readonly DATABASE_URL?: string | undefined;
}): readonly string[] {
  const hasOthers = value.LEDGER_SERVERS !== undefined || value.READ_STANDBYS !== undefined;
  return hasOthers && value.DATABASE_URL === undefined ? ['DATABASE_URL'] : [];
}

/** Standbys are those of a server that is named too. */
export function strangeStandbys(value: {
  readonly LEDGER_SERVERS?: ReadonlyMap<string, string> | undefined;
  readonly READ_STANDBYS?: ReadonlyMap<string, string> | undefined;
}): readonly string[] {
  const names = [...(value.READ_STANDBYS?.keys() ?? [])];
  const isStrange = names.some((name) => name !== 'main' && value.LEDGER_SERVERS?.has(name) !== true);
  return isStrange ? ['READ_STANDBYS must be of main, which is DATABASE_URL, or of names of LEDGER_SERVERS'] : [];
}

export function ledgerServersOf(value: z.infer<z.ZodObject<typeof ledgerServerSettings>>): LedgerServersFacts {
  return {
    servers: [...(value.LEDGER_SERVERS ?? [])].map(([name, url]) => ({ name, url })),
    betweenServers: value.LEDGER_SERVERS_REPLICATION ?? new Map(),
    standbys: value.READ_STANDBYS ?? new Map(),
    mostLagSeconds: value.READ_STANDBYS_LAG,
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
