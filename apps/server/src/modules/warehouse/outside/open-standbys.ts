import pg from 'pg';
import type { LedgerServersFacts } from '../../../platform/config/settings/ledger-server-settings.ts';
import { type Connection, databaseTroubleOf, openPool, type Pool, TENANT_ROLE } from '../../../platform/db/index.ts';
import { hostUrls } from '../../../platform/kernel/database-url.ts';
import { MAIN } from '../../records/index.ts';
import { placedLedgers } from '../placement/placed-ledgers.ts';
import { ReadStandbys } from '../standbys/read-standbys.ts';
import { ReplayLag } from '../standbys/replay-lag.ts';
import { type FaultOf, Standby, type StandbyParts, StandbySet } from '../standbys/standby.ts';

/** Of each standby: as many as walks of the checks of a process use on the primary (db/scoped-pool.ts). */
const CONNECTIONS = 6;
/** A standby that gives no connection within this time leaves its reads to the primary, in milliseconds. */
const CONNECT_MS = 2_000;
/** One that does not answer a question within this time does not answer, in milliseconds. */
const PROBE_MS = 3_000;

/** SQLSTATE serialization_failure and deadlock_detected: on a standby, replay needed what a read held. */
const CONFLICTS: ReadonlySet<string> = new Set(['40001', '40P01']);
/** As PostgreSQL words it, where a thread lost its code. */
const CONFLICT_TEXT = /conflict with recovery/;
/** A thread could not read the snapshot of the standby that it was given: the standby was promoted, or began again. */
const IN_THREAD = /invalid snapshot identifier|could not import the requested snapshot|^snapshot ".*" does not exist/;

/**
 * A pool whose reads may be answered by standbys. None of them is connected to before the first read.
 *
 * @param report receives a sentence when a standby is left out, or is used again
 */
export function withStandbys(
  pool: Pool,
  { standbys, mostLagSeconds }: Pick<LedgerServersFacts, 'standbys' | 'mostLagSeconds'>,
  report: (text: string) => void = () => undefined,
): { readonly pool: Pool; readonly close: () => Promise<void> } {
  if (standbys.size === 0) return { pool, close: () => Promise.resolve() };
  const servers = placedLedgers(pool)?.servers ?? [{ name: MAIN, pool }];
  const opened = servers.flatMap(({ name, pool: primary }) => {
    const url = standbys.get(name);
    if (url === undefined) return [];
    const lag = new ReplayLag();
    const shared = { primary, lag, mostLagMs: mostLagSeconds * 1_000, report };
    return [[name, new StandbySet(hostUrls(url).map((host) => openStandby(host, shared)))] as const];
  });
  return {
    pool: Object.assign(pool, { standbys: new ReadStandbys(new Map(opened)) }),
    close: async () => {
      await Promise.all(opened.map(([, set]) => set.end()));
    },
  };
}

/**
 * Whether an error is the standby's, so that the read is begun again on the primary; null for an error of the read itself.
 * A read of a standby writes nothing: to read again is always possible.
 */
const standbyFaultOf: FaultOf = (error) => {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (CONFLICTS.has(code) || CONFLICT_TEXT.test(error.message)) return 'conflict';
  const isOfDatabase = databaseTroubleOf(error) !== null || /^[0-9A-Z]{5}$/.test(code) || IN_THREAD.test(error.message);
  return isOfDatabase ? 'failed' : null;
};

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
