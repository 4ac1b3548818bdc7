import type { NetworkId } from '@assay/domain';
import type { Label } from '../../labels/label.ts';
import type { LabelsOf, PartialHistory } from '../../partial/partial-history.ts';
import { mergeTransfers } from '../../records/merge-transfers.ts';
import { FEE_SINK, ISSUER } from '../../records/raw-records.ts';
import type { Direction, NodeId, Position } from '../../records/record.ts';
import type { PageAsk } from '../../walk/store.ts';
import type { FlowPage, FlowPart, FlowParty, FlowStore, FlowSubject } from './flow-store.ts';
import { MemoryFlows } from './memory-flows.ts';

export interface PartialFlowsInput {
  readonly network: NetworkId;
  readonly asset: string;
  /** Canonical address the question is about. */
  readonly subject: string;
  /** What was read, one per account: transfers of this asset alone. */
  readonly histories: readonly PartialHistory[];
  readonly labelsOf: LabelsOf;
}

/** Separates an account from which end of its history is not read; no address has a space. */
const UNREAD = ' ';

/**
 * Flows of an account network as far as a chain was read for one check: some accounts with a stretch of their history,
 * all others only as the other end of a transfer. Only lists of one asset were read, so no transaction was read whole
 * (docs/method/3, section 13): what came in by any is R but for shares of tier S, A and B.
 *
 * An account that was not read, or whose stretch begins with an unknown balance, has pages that nobody can read: what it
 * paid on is R. What is outside of an account's stretch belongs to a party of its own that cannot be read either.
 */
export async function partialFlows(input: PartialFlowsInput): Promise<FlowStore> {
  const histories = new Map(input.histories.map((history) => [history.account, history]));
  const { subject } = input;
  const nameAt = (address: string, time: number): string => {
    const history = histories.get(address);
    if (history === undefined || address === FEE_SINK || address === ISSUER) return address;
    if (history.from !== null && time < history.from) return `${address}${UNREAD}older`;
    if (history.until !== null && time > history.until) return `${address}${UNREAD}newer`;
    return address;
  };
  const merged = mergeTransfers(input.histories.map(({ transfers }) => transfers));
  const transfers = merged.map((transfer) => ({
    ...transfer,
    from: nameAt(transfer.from, transfer.time),
    to: nameAt(transfer.to, transfer.time),
    asset: input.asset,
  }));
  const names = [...new Set([subject, ...transfers.flatMap(({ from, to }) => [from, to])])];
  const addresses = [...new Set(names.map(addressOf))];
  const labels = await input.labelsOf(addresses);
  const byAddress = new Map(addresses.map((address, index) => [address, labels[index] ?? []]));
  const isReadable = (name: string): boolean => {
    const history = histories.get(name);
    return history !== undefined && (name === subject || history.opening !== null);
  };
  const memory = new MemoryFlows({
    network: input.network,
    asset: input.asset,
    transfers,
    // The account that is asked about is unlabelled throughout, also where its records are not read.
    labelsOf: (name): readonly Label[] =>
      name !== subject && addressOf(name) === subject ? [] : (byAddress.get(addressOf(name)) ?? []),
    samples: new Set(names.filter((name) => !isReadable(name) || !isAll(histories.get(name)))),
    openings: new Map(
      input.histories.flatMap(({ account, opening }) => (opening === null ? [] : [[account, opening] as const])),
    ),
    notReadWhole: new Set(transfers.map(({ transactionId }) => transactionId)),
  });
  return new PartialFlows(memory, isReadable, histories.get(subject)?.isWhole === true);
}

const addressOf = (name: string): string => name.split(UNREAD, 1)[0] ?? '';

/** Whether no record of a history is known to be unread. */
const isAll = (history: PartialHistory | undefined): boolean =>
  history !== undefined &&
  history.from === null &&
  history.until === null &&
  history.unread.received === 0n &&
  history.unread.sent === 0n;

class PartialFlows implements FlowStore {
  readonly ledger = 'account';
  readonly network: NetworkId;
  readonly #memory: MemoryFlows;
  readonly #isReadable: (name: string) => boolean;
  readonly #isSubjectWhole: boolean;

  constructor(memory: MemoryFlows, isReadable: (name: string) => boolean, isSubjectWhole: boolean) {
    this.network = memory.network;
    this.#memory = memory;
    this.#isReadable = isReadable;
    this.#isSubjectWhole = isSubjectWhole;
  }

  async subject(address: string): Promise<FlowSubject | null> {
    const subject = await this.#memory.subject(address);
    return subject === null ? null : { ...subject, differsFromStated: !this.#isSubjectWhole };
  }

  async page(direction: Direction, asks: readonly PageAsk[], limit: number): Promise<readonly FlowPage[]> {
    const pages = await this.#memory.page(direction, asks, limit);
    return pages.map((page) => (this.#isRead(page.ask.node) ? page : { ask: page.ask, records: [], more: true }));
  }

  async accounts(nodes: readonly NodeId[]): Promise<readonly FlowParty[]> {
    const parties = await this.#memory.accounts(nodes);
    return parties.map((party) => ({ ...party, address: party.address === null ? null : addressOf(party.address) }));
  }

  transactionIds(positions: readonly Position[]): Promise<readonly string[]> {
    return this.#memory.transactionIds(positions);
  }

  parts(numbers: readonly number[]): Promise<readonly FlowPart[]> {
    return this.#memory.parts(numbers);
  }

  #isRead(node: NodeId): boolean {
    const { role, address } = this.#memory.partyOf(node);
    return role === 'pool' || (address !== null && this.#isReadable(address));
  }
}
