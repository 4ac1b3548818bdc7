import { MOVES_PAGE_SIZE, type TransactionMoves } from '@assay/contracts';
import { type Asset, isProtectedAddress, type NetworkId } from '@assay/domain';
import { governingLabel } from '@assay/exposure';
import { dayOf } from '../../../chains/index.ts';
import type { StoredTransaction, TransactionParty } from '../../../records/index.ts';
import { type CheckPrices, pricingOf, valueFlows } from '../flows/value-flows.ts';
import type { PaymentSnapshot } from '../payment/payment.ports.ts';
import type { MovesQuery, MovesReader } from './moves.ports.ts';

interface ShownMoves extends Pick<MovesQuery, 'page' | 'side_page'> {
  readonly asset: Asset;
  readonly network: NetworkId;
  readonly transaction: StoredTransaction;
  /** Who has it, where no record is of it; null for records. */
  readonly provider: string | null;
  /** What else it moved. */
  readonly others: readonly Asset[];
  /** Canonical; of the parties, this one alone. */
  readonly side: string | null;
}

/** One page of a transaction, with its labels and without prices. */
export interface LabelledMoves {
  readonly is: 'labelled';
  readonly shown: ShownMoves;
  readonly moves: StoredTransaction['moves'];
  readonly sides: readonly TransactionParty[];
  readonly sidesInAll: number;
  /** Null for a visitor. */
  readonly labelOf: LabelOf | null;
}

/** One page of a transaction's movements, and one of the addresses that a payment of it can be of. */
export async function labelMoves(
  snapshot: PaymentSnapshot,
  shown: ShownMoves,
  { owner }: Pick<MovesReader, 'owner'>,
): Promise<LabelledMoves> {
  const { network, transaction, side } = shown;
  const possible = transaction.parties.filter((party) => canBeSide(party, network)).sort(byNet);
  const found = side === null ? possible : possible.filter(({ address }) => address === side);
  const moves = pageOf(transaction.moves, shown.page);
  const sides = pageOf(found, shown.side_page);
  const named = [...moves.flatMap(({ from, to }) => [from, to]), ...sides.map(({ address }) => address)];
  const labelOf = owner === null ? null : await labelsOf(snapshot, network, transaction.time, named);
  return { is: 'labelled', shown, moves, sides, sidesInAll: found.length, labelOf };
}

interface PriceParts {
  readonly prices?: CheckPrices | undefined;
  readonly signal: AbortSignal;
}

/** The page with its dollars. Asks for prices, so that no snapshot may be open. */
export async function presentMoves(
  parts: PriceParts,
  { shown, moves, sides, sidesInAll, labelOf }: LabelledMoves,
): Promise<TransactionMoves> {
  const { asset, network, transaction, provider, others, side } = shown;
  const { id, time, block, isCoinbase, isWhole } = transaction;
  const usdOf = await usdAt(parts, asset, transaction);
  const shownLabel = (address: string | null) => (address === null ? null : (labelOf?.(address) ?? null));
  const { subticker, decimals } = asset;
  return {
    is: 'moved',
    transaction_id: id,
    network,
    time: new Date(time * 1000).toISOString(),
    block: block === null ? null : String(block),
    provider,
    is_coinbase: isCoinbase,
    is_whole: isWhole,
    ...(transaction.isPending === true ? { is_pending: true } : {}),
    asset: { ...nameOf(asset), subticker, decimals },
    other_assets: others.map(nameOf),
    moves: moves.map(({ from, to, amount, kind }) => ({
      ...{ from, to, amount: String(amount), kind, usd: usdOf(amount) },
      ...{ from_label: shownLabel(from), to_label: shownLabel(to) },
    })),
    moves_in_all: transaction.moves.length,
    sides: sides.map(({ address, paid, received }) => ({
      ...{ address, paid: String(paid), received: String(received) },
      ...{ paid_usd: usdOf(paid), received_usd: usdOf(received), label: shownLabel(address) },
    })),
    sides_in_all: sidesInAll,
    side_refused: sidesInAll > 0 || side === null ? null : refusalOf(side, network),
    has_labels: labelOf !== null,
  };
}

/** An asset as an answer about moves names it. */
export function nameOf({ ticker, parent, name }: Asset): TransactionMoves['other_assets'][number] {
  return { ticker, parent, name };
}

/** Nobody holds the key to a mint or burn address, so no payment is rated for it. */
function canBeSide({ role, address }: TransactionParty, network: NetworkId): boolean {
  return role === 'account' && !isProtectedAddress(network, address);
}

function refusalOf(side: string, network: NetworkId): NonNullable<TransactionMoves['side_refused']> {
  return isProtectedAddress(network, side) ? 'mint or burn' : 'not a party';
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
  { prices, signal }: PriceParts,
  asset: Asset,
  { time, moves }: StoredTransaction,
): Promise<(amount: bigint) => number | null> {
  const total = moves.reduce((sum, { amount }) => sum + amount, 0n);
  const isByDay = (await pricingOf(prices, asset)) === 'by_day';
  const flows = isByDay ? { bwd: new Map([[dayOf(time), total]]), fwd: new Map<string, bigint>() } : null;
  const valued = await valueFlows(prices, asset, flows, { bwd: total, fwd: 0n }, signal);
  return (amount) => valued.usdAt(amount, time);
}

type LabelOf = (address: string) => TransactionMoves['sides'][number]['label'];

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
    const label = governing.get(address);
    return label === undefined ? null : { entity: label.entity, category: label.category };
  };
}
