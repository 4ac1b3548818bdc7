import type { NetworkId } from '@assay/domain';
import {
  type ExposureStore,
  type Label,
  METHOD_REVISION,
  METHOD_VERSION,
  type MethodRevision,
  type MethodVersion,
} from '@assay/exposure';
import type { Pool, PoolClient } from '../../../platform/db/index.ts';
import { labelsElsewhere, labelsEverywhere } from '../../labels/index.ts';
import {
  balancesOf,
  describeRecords,
  findTransaction,
  type InMemoryAssets,
  inMemoryStore,
  inWalkSnapshot,
  openStoredTransfers,
  type RecordsHeld,
  recordsUntil,
  storedLedger,
  type TransferSnapshot,
  transactionOnNetwork,
  transactionOnNetworks,
} from '../../records/index.ts';
import type { SnapshotOrigin } from './checks.ports.ts';
import { type LabelState, type LabelStates, labelStates } from './compute/label-states.ts';
import type { WithPaymentSnapshot } from './payment/payment.ports.ts';

interface FollowedAsset {
  readonly network: NetworkId;
  readonly ticker: string;
}

/** Moves long walks to other threads. */
export interface WalksAside {
  /**
   * A store whose long walks run in another thread, on the state of the database that `client` reads.
   *
   * @param lost aborted where the host of that database stops to answer, for which a thread would wait on; null where
   *   nobody would know
   */
  beside(
    client: PoolClient,
    databaseUrl: string,
    asset: FollowedAsset & { readonly version: MethodVersion },
    store: ExposureStore,
    lost: AbortSignal | null,
  ): ExposureStore;
}

export interface SnapshotOptions {
  /** Without threads, walks run in this thread. */
  readonly threads?: WalksAside | null;
  /** Used where its state equals that of the database. */
  readonly memory?: InMemoryAssets | null;
  /** Of version 1 of the method, by whose rules listings end; threads and memory support the latest alone. */
  readonly revision?: MethodRevision;
  /** Of the method, by whose rules addresses have labels; memory that holds those of another is never read. */
  readonly version?: MethodVersion;
}

/**
 * Records, labels and their versions, all read on one connection from one state of the database: that of the server of
 * the asset's transfer ledger, on its primary or on a standby in the same state.
 */
export function checkSnapshots(
  pool: Pool,
  { threads = null, memory = null, revision = METHOD_REVISION, version = METHOD_VERSION }: SnapshotOptions = {},
): WithPaymentSnapshot {
  const stateOn = labelStatesByServer((own) => labelStates({ pool: own, version, revision }));
  return ({ network, ticker }, work, about) =>
    // An asset whose records cannot be followed has labels alone: those of the main database.
    inWalkSnapshot(pool, { network: network ?? '', ticker }, async (client, server) => {
      const databaseUrl = server.host.options.connectionString;
      const aside = (asset: FollowedAsset, store: ExposureStore) =>
        threads === null || databaseUrl === undefined
          ? store
          : threads.beside(client, databaseUrl, { ...asset, version }, store, server.lost);
      // Labels derived from the records of an asset apply to that asset only.
      const [state, stored, everywhere] = await Promise.all([
        stateOn(server.pool)(client, { network, ticker }),
        network === null ? null : storedLedger(client, network, ticker),
        network === null || about === undefined
          ? null
          : labelsEverywhere(client, network, about, version === '1' ? ticker : null, revision),
      ]);
      const isAbout = (ofNetwork: string, address: string | undefined) => ofNetwork === network && address === about;
      // Version 2 of the method has other labels than those that are stored.
      const labels = version === '1' && everywhere !== null ? withOwn(state, everywhere.own, isAbout) : state;
      const held = stored === null ? null : openStoredTransfers(client, labels, stored);
      const reading = held === null ? null : (memory?.read(held.ledger, labels.digest) ?? null);
      const storeOf = (asset: FollowedAsset, { store }: TransferSnapshot): ExposureStore =>
        reading === null || store.ledger !== 'account' ? aside(asset, store) : inMemoryStore(reading.snapshot, store);
      try {
        return await work({
          labelsOf: labels.labelsOf,
          hasDerivedLabels: labels.hasDerived,
          labelsElsewhere: async (ofNetwork, address) =>
            everywhere !== null && isAbout(ofNetwork, address)
              ? everywhere.elsewhere
              : labelsElsewhere(client, ofNetwork, address, revision),
          store: held === null || network === null ? null : storeOf({ network, ticker }, held),
          tip: held?.tip ?? null,
          recordsHeld: describeRecords({ network, ticker }, held?.held ?? null),
          labelSetVersion: labels.version,
          origin: {
            labelSet: { digest: labels.digest, sets: labels.sets },
            records: originOf(held?.held ?? null),
          },
          transactions:
            held === null || network === null
              ? null
              : {
                  store: aside({ network, ticker }, held.store),
                  find: (ids) => findTransaction(client, held.ledger, ids),
                  balancesOf: (addresses) => balancesOf(client, held.ledger, addresses),
                },
          transactionOnNetwork: async (ids) =>
            network === null
              ? { tickers: [], hasFailed: false }
              : pool.ledgers === undefined
                ? transactionOnNetwork(client, network, ids)
                : ((await transactionOnNetworks(pool, [network], ids)).get(network) ?? {
                    tickers: [],
                    hasFailed: false,
                  }),
          recordsUntil: async (count) => (network === null ? null : recordsUntil(client, network, ticker, count)),
        });
      } finally {
        reading?.giveBack();
      }
    });
}

/** Labels among which those of one address were read already. */
function withOwn(
  state: LabelState,
  own: Label[],
  isOwn: (network: string, address: string | undefined) => boolean,
): LabelState {
  return {
    ...state,
    labelsOf: async (network, addresses) =>
      addresses.length === 1 && isOwn(network, addresses[0]) ? [own] : state.labelsOf(network, addresses),
  };
}

/** What was read of the labels of a server is kept for it alone: another may be in a former state. */
function labelStatesByServer(make: (pool: Pool) => LabelStates): (pool: Pool) => LabelStates {
  const made = new WeakMap<Pool, LabelStates>();
  return (pool) => {
    const states = made.get(pool) ?? make(pool);
    made.set(pool, states);
    return states;
  };
}

function originOf(held: RecordsHeld | null): SnapshotOrigin['records'] {
  if (held === null) return null;
  const { records: count, firstTime, lastTime, fromBeginning } = held;
  return { count, firstTime, lastTime, fromBeginning };
}
