import type { AccountStore, ColumnParts, ColumnSnapshot, NodeId, SubjectFacts } from '@assay/exposure';
import type { Db } from '../../../../platform/db/index.ts';
import type { Ledger, RecordsState } from '../ledgers/ledger.store.ts';
import type { LabelState } from './in-memory-ledger.ts';

/**
 * An asset in memory as a check reads it: records and walks from there, and what is said of the address itself from
 * the database, which alone knows whether its history is complete.
 */
export function inMemoryStore(snapshot: ColumnSnapshot, database: AccountStore): AccountStore {
  /** The subject's id in the database. */
  const ids = new Map<NodeId, NodeId>();
  return {
    ledger: 'account',
    network: snapshot.network,
    subject: async (address): Promise<SubjectFacts | null> => {
      const facts = await database.subject(address);
      if (facts === null) return null;
      const node = snapshot.nodeOf(address);
      if (node === null) throw new Error(`${address} has records, but not in memory`);
      ids.set(node, facts.node);
      return { ...facts, node };
    },
    page: (direction, asks, limit) => snapshot.page(direction, asks, limit),
    accounts: (nodes) => snapshot.accounts(nodes),
    transactionIds: (positions) => snapshot.transactionIds(positions),
    walk: (subject, direction, options) => snapshot.walk(subject, direction, options),
    walkWithout: (claim, subject, direction, options) => snapshot.walkWithout(claim, subject, direction, options),
    ...(database.zeroAmountsTo === undefined
      ? {}
      : { zeroAmountsTo: async (node: NodeId) => (await database.zeroAmountsTo?.(ids.get(node) ?? Number.NaN)) ?? [] }),
  };
}

/** Files that preserve the assets in memory across a restart. A name is a network and a ticker. */
export interface ColumnFiles {
  /** Null where no usable file is stored. */
  read(name: string): Promise<KeptColumns | null>;
  write(name: string, kept: KeptColumns): Promise<void>;
}

export interface KeptColumns {
  /** Identity of the tables it was read from. */
  readonly identity: string;
  readonly state: RecordsState;
  readonly parts: ColumnParts;
}

export interface InMemoryAssetsPorts {
  /** The labels of one asset, in the state of the database that `db` reads. */
  readonly labels: (db: Db, ledger: Ledger) => Promise<LabelState>;
  readonly files: ColumnFiles | null;
  /** Receives one line for each asset that is loaded into memory, that is refused or that failed. */
  readonly report: (text: string) => void;
}
