import type { Asset, NetworkId } from '@assay/domain';
import type { ExposureStore, Label, UtxoStore } from '@assay/exposure';
import { type FlowStore, MemoryFlows, partialFlows, type StoreOf3 } from '@assay/exposure/version-3';
import type { Gathering } from '../../../chains/index.ts';
import type { CheckSnapshot } from '../checks.ports.ts';
import type { StatedTotal } from './present-parts.ts';

/** What is walked for a wallet. */
export interface FollowedStore {
  readonly store: StoreOf3;
  /** Of the address itself, with what its issuer says. */
  readonly labels: readonly Label[];
  /** What a provider says the address received in all, where more than was read. */
  readonly statedTotal: StatedTotal;
}

interface Given {
  readonly asset: Asset;
  readonly address: string;
  readonly gathering: Gathering | null;
  readonly labels: readonly Label[];
  readonly snapshot: Pick<CheckSnapshot, 'labelsOf'>;
}

/** Transfers of an account network were imported, and their flows are not stored. */
class FlowsNotStoredError extends Error {
  override readonly name = 'FlowsNotStoredError';

  constructor({ ticker, network }: Pick<Asset, 'ticker' | 'network'>) {
    super(
      `the flows of ${ticker} on ${network ?? 'no network'} are not stored, so no wallet can be rated by version 3`,
    );
  }
}

/**
 * The store of a wallet: coins as they are held, or the flows of what was read on demand of an account network; an empty
 * one where no record names the address.
 *
 * @throws FlowsNotStoredError where imported transfers of an account network name the address
 */
export async function followedStore(held: ExposureStore | null, given: Given): Promise<FollowedStore> {
  const { asset, address, gathering, labels, snapshot } = given;
  const { network } = asset;
  const without = { store: emptyStore(network), labels, statedTotal: null };
  if (held === null || network === null) return without;
  if (held.ledger === 'utxo') {
    const unread = (await held.subject(address))?.unread?.received ?? 0n;
    const received = unread === 0n ? 0n : await receivedIn(held, address);
    return { store: withLabels(held, labels), labels, statedTotal: statedOf(gathering, received, unread) };
  }
  if (gathering === null) {
    if ((await held.subject(address)) === null) return without;
    throw new FlowsNotStoredError(asset);
  }
  if (gathering.kind === 'failed') return without;
  const histories = gathering.live.histories();
  const own = histories.find(({ account }) => account === address);
  const received = (own?.transfers ?? []).reduce((sum, { to, amount }) => (to === address ? sum + amount : sum), 0n);
  const flows = await partialFlows({
    ...{ network, asset: asset.ticker, subject: address, histories },
    labelsOf: (addresses) => snapshot.labelsOf(network, addresses),
  });
  const store = flowsWithLabels(flows, labels);
  return { store, labels, statedTotal: statedOf(gathering, received, own?.unread.received ?? 0n) };
}

/** No record of any address. */
const emptyStore = (network: NetworkId | null): FlowStore =>
  new MemoryFlows({ network: network ?? 'ETH', asset: '', transfers: [] });

function statedOf(gathering: Gathering | null, received: bigint, unread: bigint): StatedTotal {
  if (gathering === null || gathering.kind === 'failed' || unread <= 0n) return null;
  const [source = 'The provider'] = gathering.live.providers;
  return { amount: (received + unread).toString(), source };
}

async function receivedIn(store: UtxoStore, address: string): Promise<bigint> {
  const subject = await store.subject(address);
  if (subject === null) return 0n;
  let received = 0n;
  for (let after: number | null = null; ; ) {
    const page: Awaited<ReturnType<UtxoStore['transactionsOf']>> = await store.transactionsOf(
      subject.node,
      after,
      PAGE,
    );
    for (const { outputs } of page.transactions) {
      for (const { owner, amount } of outputs) if (owner === subject.node) received += amount;
    }
    const last = page.transactions.at(-1);
    if (!page.more || last === undefined) return received;
    after = last.position;
  }
}

const PAGE = 1_000;

/** A store of coins whose subject has these labels of its own. */
function withLabels(store: UtxoStore, labels: readonly Label[]): UtxoStore {
  return {
    ledger: 'utxo',
    network: store.network,
    ...(store.readsAhead === undefined ? {} : { readsAhead: store.readsAhead }),
    subject: async (address) => {
      const subject = await store.subject(address);
      return subject === null ? null : { ...subject, labels };
    },
    transactionsOf: (node, after, limit) => store.transactionsOf(node, after, limit),
    transactions: (nodes) => store.transactions(nodes),
    accounts: (nodes) => store.accounts(nodes),
    parties: (nodes) => store.parties?.(nodes) ?? store.accounts(nodes),
    transactionIds: (nodes) => store.transactionIds(nodes),
  };
}

function flowsWithLabels(store: FlowStore, labels: readonly Label[]): FlowStore {
  return {
    ledger: 'account',
    network: store.network,
    subject: async (address) => {
      const subject = await store.subject(address);
      return subject === null ? null : { ...subject, labels };
    },
    page: (direction, asks, limit) => store.page(direction, asks, limit),
    accounts: (nodes) => store.accounts(nodes),
    transactionIds: (positions) => store.transactionIds(positions),
    parts: (numbers) => store.parts(numbers),
  };
}
