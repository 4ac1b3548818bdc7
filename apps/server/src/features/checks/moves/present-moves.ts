import { MOVES_PAGE_SIZE, type TransactionMoves } from '@assay/contracts';
import { type Asset, isProtectedAddress, type NetworkId } from '@assay/domain';
import { governingLabel } from '@assay/exposure';
import { dayOf } from '../../prices/index.ts';
import type { StoredTransaction, TransactionParty } from '../../transfers/index.ts';
import type { PaymentSnapshot } from '../payment/payment.ports.ts';
import { type CheckPrices, pricingOf, valueFlows } from '../value-flows.ts';
import type { MovesQuery, MovesReader } from './moves.ports.ts';

interface ShownMoves extends Pick<MovesQuery, 'page' | 'side_page'> {
  readonly asset: Asset;
  readonly network: NetworkId;
  readonly transaction: StoredTransaction;
  readonly others: TransactionMoves['other_assets'];
  /** Canonical; of the parties, this one alone. */
  readonly side: string | null;
}

interface MovesParts {
  readonly snapshot: PaymentSnapshot;
  readonly prices: CheckPrices | undefined;
  readonly signal: AbortSignal;
}

/** One page of a transaction's movements, and one of the addresses that a payment of it can be of. */
export async function presentMoves(
  parts: MovesParts,
  shown: ShownMoves,
  { seesLabels }: MovesReader,
): Promise<TransactionMoves> {
  const { asset, network, transaction, others, side } = shown;
  const { id, time, block, moves, parties } = transaction;
  const possible = parties.filter((party) => canBeSide(party, network)).sort(byNet);
  const found = side === null ? possible : possible.filter(({ address }) => address === side);
  const onPage = pageOf(moves, shown.page);
  const sides = pageOf(found, shown.side_page);
  const usdOf = await usdAt(parts, asset, transaction);
  const labelOf = seesLabels
    ? await labelsOf(parts.snapshot, network, time, [
        ...onPage.flatMap(({ from, to }) => [from, to]),
        ...sides.map(({ address }) => address),
      ])
    : () => null;
  const { ticker, parent, name, subticker, decimals } = asset;
  return {
    is: 'moved',
    transaction_id: id,
    network,
    time: new Date(time * 1000).toISOString(),
    block: block === null ? null : String(block),
    asset: { ticker, parent, name, subticker, decimals },
    other_assets: others,
    moves: onPage.map(({ from, to, amount, kind }) => ({
      ...{ from, to, amount: String(amount), kind, usd: usdOf(amount) },
      ...{ from_label: labelOf(from), to_label: labelOf(to) },
    })),
    moves_in_all: moves.length,
    sides: sides.map(({ address, paid, received }) => ({
      ...{ address, paid: String(paid), received: String(received) },
      ...{ paid_usd: usdOf(paid), received_usd: usdOf(received), label: labelOf(address) },
    })),
    sides_in_all: found.length,
    has_labels: seesLabels,
  };
}

/** Nobody holds the key to a mint or burn address, so no payment is rated for it. */
function canBeSide({ role, address }: TransactionParty, network: NetworkId): boolean {
  return role === 'account' && !isProtectedAddress(network, address);
}

/** Who gained or lost most first: a contract that passed all of it on is the last. */
function byNet(one: TransactionParty, other: TransactionParty): number {
  const [a, b] = [netOf(one), netOf(other)];
  return a === b ? 0 : a < b ? 1 : -1;
}

function netOf({ paid, received }: TransactionParty): bigint {
  return paid > received ? paid - received : received - paid;
}

function pageOf<T>(all: readonly T[], page: number): readonly T[] {
  return all.slice((page - 1) * MOVES_PAGE_SIZE, page * MOVES_PAGE_SIZE);
}

/** US dollars of an amount at the price of the transaction's day. */
async function usdAt(
  { prices, signal }: MovesParts,
  asset: Asset,
  { time, moves }: StoredTransaction,
): Promise<(amount: bigint) => number | null> {
  const total = moves.reduce((sum, { amount }) => sum + amount, 0n);
  const isByDay = (await pricingOf(prices, asset)) === 'by_day';
  const flows = isByDay ? { bwd: new Map([[dayOf(time), total]]), fwd: new Map<string, bigint>() } : null;
  const valued = await valueFlows(prices, asset, flows, { bwd: total, fwd: 0n }, signal);
  return (amount) => valued.usdAt(amount, time);
}

type LabelOf = (address: string | null) => TransactionMoves['sides'][number]['label'];

/** The labels that counted when the transaction was made. */
async function labelsOf(
  snapshot: PaymentSnapshot,
  network: NetworkId,
  time: number,
  named: readonly (string | null)[],
): Promise<LabelOf> {
  const addresses = [...new Set(named.filter((address) => address !== null))];
  const labels = await snapshot.labelsOf(network, addresses);
  const governing = new Map(addresses.map((address, at) => [address, governingLabel(labels[at] ?? [], time)?.label]));
  return (address) => {
    const label = address === null ? undefined : governing.get(address);
    return label === undefined ? null : { entity: label.entity, category: label.category };
  };
}
