import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hostUrls } from '../kernel/database-url.ts';
import { databaseTroubleOf } from './database-trouble.ts';
import type { Connection } from './rows.ts';
import { TurnSocket } from './turn-socket.ts';

/** A host that does not answer is not waited for longer, in milliseconds. */
const PROBE_MS = 3_000;
/** Between two moments in which its answer is read, in milliseconds. */
const LOOK_MS = 100;
/** Connections that begin within this time of one another ask once which host is the primary, in milliseconds. */
const SHARED_MS = 500;

/** No host of a database takes writes at present. */
export class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';
  /** SQLSTATE of a connection that cannot be made: requests are answered as while the database is away. */
  readonly code = '08001';
  /** A host is a standby, silent or away, as in a failover; not where each of them refuses, such as a wrong password. */
  readonly isPassing: boolean;

  constructor(message: string, { isPassing, cause }: { readonly isPassing: boolean; readonly cause: unknown }) {
    super(message, { cause });
    this.isPassing = isPassing;
  }
}

/** What a connection to DATABASE_URL is opened with; to one of several hosts, the one that takes writes. */
export function connectionOf(databaseUrl: string): Pick<pg.ClientConfig, 'stream'> & { connectionString: string } {
  const [first = databaseUrl, ...others] = hostUrls(databaseUrl);
  if (others.length === 0) return { connectionString: databaseUrl };
  const search = searchOf(databaseUrl, [first, ...others]);
  return { connectionString: first, stream: () => new SocketToPrimary(search) };
}

/** A client whose settings name DATABASE_URL as it is, with one host or several. */
export class DatabaseClient extends pg.Client {
  /** `config` is given by the pool where it makes a client, whose type does not say so. */
  constructor(config: pg.ClientConfig = {}) {
    super(config.connectionString === undefined ? config : { ...config, ...connectionOf(config.connectionString) });
  }
}

/** Connects to the primary, whichever host it is asked to connect to. */
class SocketToPrimary extends TurnSocket {
  readonly #search: PrimarySearch;

  constructor(search: PrimarySearch) {
    super();
    this.#search = search;
  }

  override connect(): this {
    this.#search.find().then(
      (url) => {
        if (!this.destroyed) super.connect({ host: hostOf(url), port: portOf(url) });
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }
}

/** By DATABASE_URL: all pools of a process ask together. */
const searches = new Map<string, PrimarySearch>();

function searchOf(databaseUrl: string, urls: readonly string[]): PrimarySearch {
  const search = searches.get(databaseUrl) ?? new PrimarySearch(urls);
  searches.set(databaseUrl, search);
  return search;
}

class PrimarySearch {
  readonly #urls: readonly string[];
  #last: { readonly found: Promise<string>; readonly at: number } | null = null;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  /**
   * The address of the host that takes writes.
   *
   * @throws NoPrimaryError where there is none, with what each host said
   */
  find(): Promise<string> {
    const now = performance.now();
    if (this.#last === null || now - this.#last.at > SHARED_MS) this.#last = { found: this.#probe(), at: now };
    return this.#last.found;
  }

  async #probe(): Promise<string> {
    const refusals: Refusal[] = [];
    const probes = this.#urls.map(async (url) => {
      const refusal = await refusalOf(url);
      if (refusal === null) return url;
      const text = `${new URL(url).host} ${refusal.text}`;
      refusals.push({ ...refusal, text });
      throw new Error(text);
    });
    try {
      return await Promise.any(probes);
    } catch (error) {
      const isPassing = refusals.some((refusal) => refusal.isPassing);
      const texts = refusals.map(({ text }) => text);
      throw new NoPrimaryError(`no host takes writes: ${texts.join(', ')}`, { isPassing, cause: error });
    }
  }
}

interface Refusal {
  readonly text: string;
  /** A failover may end it. */
  readonly isPassing: boolean;
}

/** Why a host cannot be the primary; null where it is. */
async function refusalOf(url: string): Promise<Refusal | null> {
  const socket = new Socket();
  const client: Connection = new pg.Client({ connectionString: url, stream: () => socket });
  const answered = new AbortController();
  void silence(PROBE_MS, answered.signal).then((isSilent) => {
    if (isSilent) socket.destroy(new Error('The host does not answer'));
  });
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS standby');
    return rows[0]?.standby === false ? null : { text: 'is a standby', isPassing: true };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) return { text: 'does not answer', isPassing: true };
    return { text: `(${String(error.code)})`, isPassing: databaseTroubleOf(error) === 'away' };
  } finally {
    await client.end().catch(() => undefined);
    answered.abort();
  }
}

/**
 * Whether a time passed before the signal, counting only moments in which an answer could have been read: a start loads
 * modules meanwhile, and nothing is read for seconds where the machine is busy.
 */
async function silence(ms: number, signal: AbortSignal): Promise<boolean> {
  for (let passed = 0; passed < ms && !signal.aborted; passed += LOOK_MS) {
    await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
  return !signal.aborted;
}

function hostOf(url: string): string {
  // An IPv6 address is in brackets.
  return decodeURIComponent(new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'));
}

function portOf(url: string): number {
  return Number(new URL(url).port || 5432);
}
