import pg from 'pg';
import { MAIN } from '../../modules/records/placement/directory.store.ts';
import { ReplayLag } from '../../modules/records/placement/standbys/replay-lag.ts';
import { Standby, type StandbyParts, StandbySet } from '../../modules/records/placement/standbys/standby.ts';
import { type Connection, openPool, type Pool, TENANT_ROLE } from '../../platform/db/index.ts';
import { standbyFaultOf } from '../../platform/db/postgres/standby-fault.ts';
import { hostUrls } from '../../platform/kernel/database-url.ts';

/** Of each standby: as many as walks of the checks of a process use on the primary (db/scoped-pool.ts). */
const CONNECTIONS = 6;
/** A standby that gives no connection within this time leaves its reads to the primary, in milliseconds. */
const CONNECT_MS = 2_000;
/** One that does not answer a question within this time does not answer, in milliseconds. */
const PROBE_MS = 3_000;

export interface StandbyFacts {
  /** The address of the standbys by the name of their server; each host of it is one. Secret. */
  readonly standbys: ReadonlyMap<string, string>;
  /** A standby further behind its primary answers no reads, in seconds. */
  readonly mostLagSeconds: number;
}

/**
 * A pool whose reads may be answered by standbys. None of them is connected to before the first read.
 *
 * @param report receives a sentence when a standby is left out, or is used again
 */
export function withStandbys(
  pool: Pool,
  { standbys, mostLagSeconds }: StandbyFacts,
  report: (text: string) => void = () => undefined,
): { readonly pool: Pool; readonly close: () => Promise<void> } {
  if (standbys.size === 0) return { pool, close: () => Promise.resolve() };
  const servers = pool.ledgers?.servers ?? [{ name: MAIN, pool }];
  const opened = servers.flatMap(({ name, pool: primary }) => {
    const url = standbys.get(name);
    if (url === undefined) return [];
    const lag = new ReplayLag();
    const shared = { primary, lag, mostLagMs: mostLagSeconds * 1_000, report };
    return [[name, new StandbySet(hostUrls(url).map((host) => openStandby(host, shared)))] as const];
  });
  return {
    pool: Object.assign(pool, { standbys: new Map(opened) }),
    close: async () => {
      await Promise.all(opened.map(([, set]) => set.end()));
    },
  };
}

function openStandby(url: string, shared: Pick<StandbyParts, 'primary' | 'lag' | 'mostLagMs' | 'report'>): Standby {
  const options = { maxConnections: CONNECTIONS, connectWithinMs: CONNECT_MS, pipeline: true };
  return new Standby({
    ...shared,
    name: new URL(url).host,
    // What belongs to workspaces is not read there.
    pool: openPool(url, { ...options, role: TENANT_ROLE }),
    openProbe: () => openProbe(url),
    faultOf: standbyFaultOf,
  });
}

async function openProbe(url: string): Promise<Connection> {
  const probe: Connection = new pg.Client({
    connectionString: url,
    application_name: 'assay',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  // Without a listener a connection that breaks would end the process.
  probe.on('error', () => undefined);
  await probe.connect();
  return probe;
}
