import type { Category, NetworkId } from '@assay/domain';
import type { AccountFacts, PartyFacts } from '../labels/party-facts.ts';
import type { Direction, NodeId, Position, TransactionRecord, TransferRecord } from '../records/record.ts';
import type { WalkResult } from './exposure.ts';
import type { WalkOptions } from './options.ts';

/** The subject's own counters, exact over the stored records. */
export interface SubjectFacts extends AccountFacts {
  readonly inflows: number;
  readonly outflows: number;
  readonly firstTime: number | null;
  readonly lastTime: number | null;
  /** False when the history does not start at the account's beginning, or native records lack receipts or traces. */
  readonly complete: boolean;
  /**
   * Base units the account received and sent in records of its own that exist and are not stored, as far as known:
   * they weigh in their direction, as R. Absent where every record is stored.
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
  /** The most suitable number of asks per round trip and of records per page, where it is not the default. */
  readonly pageOptions?: Pick<WalkOptions, 'batchSize' | 'pageLimit'>;
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
  /** A walk that does not use pages, or runs in another thread; its result has the same bytes. At once where it can. */
  walk?(subject: SubjectFacts, direction: Direction, options: WalkOptions): WalkResult;
  /** The same, had nobody made a claim of any address (`withoutLabel`). */
  walkWithout?(claim: LabelClaim, subject: SubjectFacts, direction: Direction, options: WalkOptions): WalkResult;
}

/** What labels say of an entity: who it is, and of what kind. */
export interface LabelClaim {
  readonly category: Category;
  readonly entity: string;
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
  /** As for accounts. */
  parties?(nodes: readonly NodeId[]): Promise<readonly PartyFacts[]>;
  /** Whether a round trip costs more than transactions that no walk needs: a walk then reads ahead of itself. */
  readonly readsAhead?: boolean;
  /** Transaction ids of transaction nodes, for evidence; same order as asked. */
  transactionIds(nodes: readonly NodeId[]): Promise<readonly string[]>;
  /** As for accounts. */
  walk?(subject: SubjectFacts, direction: Direction, options: WalkOptions): WalkResult;
}

export type ExposureStore = AccountStore | UtxoStore;
