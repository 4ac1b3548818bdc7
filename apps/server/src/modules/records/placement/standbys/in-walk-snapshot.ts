import type {
  LedgerKey,
  LedgerServer,
  Pool,
  PoolClient,
  ServerStandbys,
  StandbyHost,
} from '../../../../platform/db/index.ts';
import { inSnapshot } from '../../../../platform/db/transactions.ts';
import { inSpan } from '../../../../platform/kernel/tracing.ts';
import { inLedgerSnapshot, serverOf } from '../in-ledger.ts';
import { readStateMark } from './replay.store.ts';

/** A read asks so many standbys before it is the primary's. */
const MOST_STANDBYS = 2;

/** What a snapshot reads. */
export interface ReadServer extends LedgerServer {
  /** Reaches the very host that the snapshot is of: the primary of the server, or one of its standbys. */
  readonly host: Pool;
  /** Aborted where the host stops to answer; null for a primary, which nothing could take the place of. */
  readonly lost: AbortSignal | null;
}

type Work<T> = (client: PoolClient, server: ReadServer) => Promise<T>;

/**
 * As `inLedgerSnapshot`, for a read that a hot standby may answer. It does only in exactly the state that the primary has
 * when the read begins: a former state is never read, not even after a newer one was, and no result depends on the host.
 * `work` runs again, on the primary, where the standby fails meanwhile, or replay needs what the snapshot held.
 *
 * @throws LedgerUnavailableError as `inLedgerSnapshot`
 */
export async function inWalkSnapshot<T>(pool: Pool, ledger: LedgerKey, work: Work<T>): Promise<T> {
  if (pool.standbys === undefined) return onPrimary(pool, ledger, work);
  const named = await serverOf(pool, ledger);
  const usable = (await pool.standbys.get(named.name)?.usable()) ?? [];
  if (usable.length > 0) {
    const { server, mark } = await inLedgerSnapshot(pool, ledger, async (client, at) => ({
      server: at,
      mark: await readStateMark(client),
    }));
    // A ledger that was moved meanwhile has other standbys.
    if (server.name === named.name) {
      for (const standby of usable.slice(0, MOST_STANDBYS)) {
        const read = await onStandby(standby, mark, server, work);
        if (read.isRead) return read.result;
        if (read.hasFailed) break;
      }
    }
  }
  return onPrimary(pool, ledger, work, pool.standbys.get(named.name));
}

function onPrimary<T>(pool: Pool, ledger: LedgerKey, work: Work<T>, standbys?: ServerStandbys): Promise<T> {
  return inLedgerSnapshot(pool, ledger, (client, server) => {
    standbys?.countPrimary();
    return work(client, { ...server, host: server.pool, lost: null });
  });
}

type Read<T> = { readonly isRead: true; readonly result: T } | { readonly isRead: false; readonly hasFailed: boolean };

async function onStandby<T>(standby: StandbyHost, mark: string, server: LedgerServer, work: Work<T>): Promise<Read<T>> {
  const gone = new AbortController();
  const readIn = async (client: PoolClient): Promise<Read<T>> => {
    if ((await readStateMark(client)) !== mark) {
      standby.leaveOut('state');
      return { isRead: false, hasFailed: false };
    }
    return { isRead: true, result: await work(client, { ...server, host: standby.pool, lost: gone.signal }) };
  };
  try {
    const read = await inSpan('read on a standby', { 'server.address': standby.name }, () =>
      standby.reading((lost) =>
        inSnapshot(standby.pool, (client) => {
          // A connection to a host that is gone may neither answer nor break by itself.
          lost.catch(() => {
            gone.abort();
            void client.end();
          });
          return Promise.race([readIn(client), lost]);
        }),
      ),
    );
    if (read.isRead) standby.countAnswer();
    return read;
  } catch (error) {
    const fault = standby.faultOf(error);
    if (fault === null) throw error;
    standby.leaveOut(fault);
    return { isRead: false, hasFailed: true };
  }
}
