import type {
  LedgerKey,
  LedgerServer,
  LedgerWork,
  Pool,
  PoolClient,
  ReadServer,
  Standbys,
} from '../../../platform/db/index.ts';
import { inSnapshot } from '../../../platform/db/transactions.ts';
import { inSpan } from '../../../platform/kernel/tracing.ts';
import { inLedgerSnapshot, MAIN } from '../../records/index.ts';
import { placedLedgers } from '../placement/placed-ledgers.ts';
import { readStateMark } from './replay.store.ts';
import type { Standby, StandbySet } from './standby.ts';

/** A read asks so many standbys before it is the primary's. */
const MOST_STANDBYS = 2;

type Work<T> = LedgerWork<ReadServer, T>;

/** Reads that hot standbys answer, in exactly the state that the primary has when the read begins. */
export class ReadStandbys implements Standbys {
  /** By the name of their server. */
  readonly sets: ReadonlyMap<string, StandbySet>;

  constructor(sets: ReadonlyMap<string, StandbySet>) {
    this.sets = sets;
  }

  async inSnapshot<T>(pool: Pool, ledger: LedgerKey, work: Work<T>): Promise<T> {
    const name = (await placedLedgers(pool)?.serverOf(pool, ledger))?.name ?? MAIN;
    const set = this.sets.get(name);
    const usable = (await set?.usable()) ?? [];
    if (usable.length > 0) {
      const { server, mark } = await inLedgerSnapshot(pool, ledger, async (client, at) => ({
        server: at,
        mark: await readStateMark(client),
      }));
      // A ledger that was moved meanwhile has other standbys.
      if (server.name === name) {
        for (const standby of usable.slice(0, MOST_STANDBYS)) {
          const read = await onStandby(standby, mark, server, work);
          if (read.isRead) return read.result;
          if (read.hasFailed) break;
        }
      }
    }
    return inLedgerSnapshot(pool, ledger, (client, server) => {
      set?.countPrimary();
      return work(client, { ...server, host: server.pool, lost: null });
    });
  }
}

/** The standbys of a pool that was connected with some, by the name of their server. */
export function standbysOf({ standbys }: Pool): ReadonlyMap<string, StandbySet> {
  return standbys instanceof ReadStandbys ? standbys.sets : new Map<string, StandbySet>();
}

type Read<T> = { readonly isRead: true; readonly result: T } | { readonly isRead: false; readonly hasFailed: boolean };

async function onStandby<T>(standby: Standby, mark: string, server: LedgerServer, work: Work<T>): Promise<Read<T>> {
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
