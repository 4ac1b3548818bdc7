import type { NetworkId } from '@assay/domain';
import type { PartyFacts } from '../../labels/party-facts.ts';
import type { Direction, NodeId, Position } from '../../records/record.ts';
import type { WalkOptions } from '../../walk/options.ts';
import type { PageAsk } from '../../walk/store.ts';
import type { Flow } from '../flow.ts';
import type { Part } from '../netting/part.ts';

/** What a walk needs to know of either end of a flow. */
export interface FlowParty extends Omit<PartyFacts, 'role' | 'openingUnread'> {
  /** `pool`: where many payers and many payees of a part meet. It has no address, is no account and no owner. */
  readonly role: PartyFacts['role'] | 'pool';
  /** Records of its history are known to be unread: its opening balance and what it lacked are R (section 3). */
  readonly isSample: boolean;
}

/** The account that is asked about, with its own history, exact over the stored records. */
export interface FlowSubject extends FlowParty {
  readonly address: string;
  /** Balance before its first record, base units; null where it is not known, and then counts as 0. */
  readonly opening: bigint | null;
  /** First flow out of it, a fee or not, that its balance did not cover; null where all were covered. */
  readonly firstShortfall: Position | null;
  /** A source states another balance at the end than its records add up to: the history is not whole (section 3). */
  readonly differsFromStated: boolean;
  /** Unix seconds of its records, those that their transaction netted to nothing included; null where it has none. */
  readonly firstTime: number | null;
  readonly lastTime: number | null;
}

export interface FlowPage {
  readonly ask: PageAsk;
  /**
   * Flows of the asked node: into it at or before the position, latest first (bwd); or out of it at or after the
   * position, earliest first (fwd).
   */
  readonly records: readonly Flow[];
  /** Whether further flows follow. An empty page with `more` says that flows are there which nobody can read. */
  readonly more: boolean;
}

/** What step 3 reads of a part in which an account passed money on (docs/method/3, section 4). */
export interface FlowPart {
  /** Its accounts are in the bytewise order of their addresses. */
  readonly part: Part<NodeId>;
  /** What the flows out of each payer say of it. */
  readonly payers: ReadonlyMap<NodeId, { readonly covered: number; readonly hasReceived: boolean }>;
}

/**
 * Flows and labels of one asset on one account network (docs/decisions/0148-netted-flows.md). Answers are read-only
 * snapshots of one state: a walk sees no append that happens while it runs. Batches keep the order of their asks.
 *
 * - Flows are in the order of `netTransaction`: those that are records by their places, then those of the other parts of
 *   their transaction. What flows into a pool is so before what flows out of it. A store numbers them as it likes:
 *   `MemoryFlows` by the places of records, with the other flows after the last record of their transaction.
 * - A payer's `covered` is of all that it pays in the part; a pool's is 1. Of a payee with several flows, `inflowShare`
 *   is of its balance after each of them, so that they give, one after the other, the composition of the whole inflow.
 * - A fee is a flow from who paid it to the party of role `fee`, at the place of its record and so before what its
 *   transaction moved. Pages of its payer list it, which is how a shortfall of it is seen; sums of what was paid leave it
 *   out by the role of its receiver. It is in no part and has no mark of other assets or of reading.
 * - Marks say what concerns each end: flows out of a pool have `hasPayerReceived` false, and flows into it are read
 *   'whole' with `hasReceiverGiven` false, so nothing becomes 'exchanged' or R twice.
 */
export interface FlowStore {
  readonly ledger: 'account';
  readonly network: NetworkId;
  /** The most suitable number of asks per round trip and of flows per page, where it is not the default. */
  readonly pageOptions?: Pick<WalkOptions, 'batchSize' | 'pageLimit'>;
  /** Null where no record names the address. */
  subject(address: string): Promise<FlowSubject | null>;
  /** One round trip for all asks. `limit` is the most flows per ask. */
  page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly FlowPage[]>;
  /** Facts and labels, in the order asked; the address of a pool is null. */
  accounts(nodes: readonly NodeId[]): Promise<readonly FlowParty[]>;
  /** The same where finding an address costs: without those of most (`AccountStore.parties`). */
  parties?(nodes: readonly NodeId[]): Promise<readonly FlowParty[]>;
  /** Transaction ids of flows and of records, for evidence; same order as asked. */
  transactionIds(positions: readonly Position[]): Promise<readonly string[]>;
  /** Parts by `Flow.part`, in the order asked. */
  parts(numbers: readonly number[]): Promise<readonly FlowPart[]>;
}
