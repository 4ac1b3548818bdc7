import type { NetworkId } from '@assay/domain';
import type { DirectionExposure } from './exposure.ts';
import type { Label } from './label.ts';
import type { Direction, NodeId, Position, TransactionRecord, TransferRecord } from './record.ts';
import type { WalkOptions } from './walk-options.ts';

/**
 * What the walk needs to know about any account it meets. The roles are the protected parties of section 2: `fee` is
 * the fee sink, `issuer` a mint or burn address; both mean the same whatever any list says.
 */
export interface PartyFacts {
  readonly node: NodeId;
  /** Canonical address; the sinks carry their role as address. Null where nobody has asked for it yet. */
  readonly address: string | null;
  readonly role: 'account' | 'fee' | 'issuer';
  readonly labels: readonly Label[];
  /** Whether records exist before the first one held (opening balance unknown and not fetched). */
  readonly openingUnread: boolean;
}

/** The same of an account that is named. */
export interface AccountFacts extends PartyFacts {
  readonly address: string;
}

/** The subject's own counters, exact over the records held. */
export interface SubjectFacts extends AccountFacts {
  readonly inflows: number;
  readonly outflows: number;
  readonly firstTime: number | null;
  readonly lastTime: number | null;
  /** False when the history does not start at the account's beginning, or native records lack receipts or traces. */
  readonly complete: boolean;
  /**
   * Base units the account received and sent in records of its own that exist and are not held, as far as anybody
   * tells: they weigh in their direction, as R. Absent where every record is held.
   */
  readonly unread?: { readonly received: bigint; readonly sent: bigint };
}

/** Asks for the records of one account on one side of a position. */
export interface PageAsk {
  readonly node: NodeId;
  /**
   * bwd: inflows of `node` at or before it, latest first. fwd: outflows of `node` at or after it, earliest first.
   * Infinity (bwd) and 0 (fwd) ask from the end of the history.
   */
  readonly position: Position;
}

export interface Page {
  readonly ask: PageAsk;
  readonly records: readonly TransferRecord[];
  /**
   * Whether further records follow beyond the last one given. An empty page with `more` says that records are there
   * which nobody can read (not fetched): mass that would need them is R.
   */
  readonly more: boolean;
}

/** Somebody sent nothing: no record (section 2), but the note on poisoning reads it. */
export interface ZeroAmount {
  /** Canonical address. */
  readonly from: string;
  /** Unix seconds of the first one. */
  readonly time: number;
}

/**
 * Records and labels of one asset on one account network. Answers are read-only snapshots of one state: a walk sees
 * no append that happens while it runs. Batches keep the order of their asks.
 */
export interface AccountStore {
  readonly ledger: 'account';
  readonly network: NetworkId;
  /** How many questions it likes in a round trip, and records an answer, where the walk's own numbers do not suit it. */
  readonly reading?: Pick<WalkOptions, 'batchSize' | 'pageLimit'>;
  /** Whether questions of two walks that are asked at the same time are answered in one round trip. */
  readonly answersTogether?: boolean;
  subject(address: string): Promise<SubjectFacts | null>;
  /** One round trip for all asks. `limit` is the most records per ask. */
  page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly Page[]>;
  /** Facts and labels of accounts, in the order asked. */
  accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]>;
  /**
   * The same for accounts a walk meets, where finding an address costs: without those of most. The walk asks `accounts`
   * for the few that its answer names, at the same time as for `transactionIds`.
   */
  parties?(nodes: readonly NodeId[]): Promise<readonly PartyFacts[]>;
  /** Transaction ids of records, for evidence; same order as asked. Position is unique within the asset. */
  transactionIds(positions: readonly Position[]): Promise<readonly string[]>;
  /** Who sent zero amounts to an account, each once, by address; not there where a store keeps none. */
  zeroAmountsTo?(node: NodeId): Promise<readonly ZeroAmount[]>;
  /** The walk of a store that knows a better way than through its pages, or a better place; with the same bytes. */
  walk?(subject: SubjectFacts, direction: Direction, options: WalkOptions): Promise<DirectionExposure>;
}

/** Records and labels of one UTXO network. */
export interface UtxoStore {
  readonly ledger: 'utxo';
  readonly network: NetworkId;
  subject(address: string): Promise<SubjectFacts | null>;
  /** Transactions that pay or are paid by the account, in order of position; `after` pages on (exclusive). */
  transactionsOf(
    node: NodeId,
    after: Position | null,
    limit: number,
  ): Promise<{ readonly transactions: readonly TransactionRecord[]; readonly more: boolean }>;
  /** Transactions by node, in the order asked; null where the records do not hold it. One round trip. */
  transactions(nodes: readonly NodeId[]): Promise<readonly (TransactionRecord | null)[]>;
  accounts(nodes: readonly NodeId[]): Promise<readonly AccountFacts[]>;
  /** Transaction ids of transaction nodes, for evidence; same order as asked. */
  transactionIds(nodes: readonly NodeId[]): Promise<readonly string[]>;
  /** As for accounts. */
  walk?(subject: SubjectFacts, direction: Direction, options: WalkOptions): Promise<DirectionExposure>;
}

export type ExposureStore = AccountStore | UtxoStore;
