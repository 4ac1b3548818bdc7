import type { NetworkId } from '@assay/domain';
import type { ExposureStore } from '@assay/exposure';
import type { KnownOnNetwork, StoredTransaction } from '../../../records/index.ts';
import type { CheckSnapshot } from '../checks.ports.ts';

/** A snapshot that finds transactions by their ids. `ids` are spellings of one id. */
export interface PaymentSnapshot extends CheckSnapshot {
  /** Null where no record of the asset is stored. */
  readonly transactions: {
    /** On the records in the database: what starts a walk is named by their positions, which memory does not have. */
    readonly store: ExposureStore;
    find(ids: readonly string[]): Promise<StoredTransaction | null>;
    /** Running balances after the last record, by address; not there where the records are not imported. */
    readonly balancesOf?: (addresses: readonly string[]) => Promise<ReadonlyMap<string, bigint>>;
  } | null;
  /** Over all assets of the network. */
  transactionOnNetwork(ids: readonly string[]): Promise<KnownOnNetwork>;
}

/** As `WithSnapshot`, for checks of transactions. */
export type WithPaymentSnapshot = <T>(
  asset: { readonly network: NetworkId | null; readonly ticker: string },
  work: (snapshot: PaymentSnapshot) => Promise<T>,
  about?: string,
) => Promise<T>;

/** By spellings of the transaction's id. */
export type KnownOnNetworks = (
  networks: readonly NetworkId[],
  ids: readonly string[],
) => Promise<ReadonlyMap<NetworkId, KnownOnNetwork>>;
