import { readTransaction } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import type { TransactionData } from '@assay/contracts';
import { NETWORKS, type NetworkId, usualTicker } from '@assay/domain';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { KnownOnNetwork } from '../../../records/index.ts';
import { canonicalAddress } from '../begin/canonical-address.ts';
import { NO_TRANSACTION, sentenceOnRefusal } from '../payment/refusal-words.ts';
import type { MovesPorts, MovesQuery, MovesReader } from './moves.ports.ts';
import { firstOf, movesOnChain, refusedOn, SIDE_NAMES } from './moves-on-chain.ts';
import { labelMoves, nameOf, presentMoves } from './present-moves.ts';

/**
 * What a transaction moved, or which network has to be named, or why nothing is shown. Costs nothing. Providers are asked
 * where no record is of it, or none is of the asset that is named.
 *
 * @throws AppError SecretNotAddress, TransactionNotRated where the text names no transaction, UnknownAsset,
 *   InvalidAddress; TooManyRequests where providers would be asked, and are not any more for this reader
 */
export async function findMoves(
  ports: MovesPorts,
  query: MovesQuery,
  reader: MovesReader,
  signal: AbortSignal,
): Promise<TransactionData> {
  if (recogniseTextNow(query.transaction).is === 'secret') throw new AppError('SecretNotAddress');
  const named = readTransaction(query.transaction);
  if (named === null) throw new AppError('TransactionNotRated', { publicText: NO_TRANSACTION });
  const { ids, networks } = named;
  const refused = refusedOn(networks);
  if (networks.length === 0)
    return refused('test network', 'This transaction is of a test network, whose coins are worth nothing.');
  if (query.network !== undefined && !networks.includes(query.network)) {
    return refused('not on this network', `No transaction of ${NETWORKS[query.network].name} is named like this.`);
  }
  const wanted = query.network === undefined ? networks : [query.network];
  const known = await ports.payments.knownOn(wanted, ids);
  if (known.size === 0) {
    const seen = await movesOnChain(ports, { query, ids, networks: wanted, refused }, reader, signal);
    if (seen !== null) return seen;
  }
  const [first, ...more] = [...known];
  if (first !== undefined && more.length > 0) return { is: 'several networks', networks: [...known.keys()] };
  const network = first?.[0] ?? (wanted.length === 1 ? wanted[0] : undefined);
  if (network === undefined) return refused('no record', NO_RECORD);
  const facts = first?.[1] ?? NOTHING;
  const inRecords = await onNetwork(ports, { query, ids, network, networks, facts }, reader, signal);
  if (inRecords.is !== 'refused' || inRecords.reason !== 'other assets') return inRecords;
  // Records of one asset say nothing of what else it moved.
  const seen = await movesOnChain(ports, { query, ids, networks: [network], refused }, reader, signal);
  return seen?.is === 'moved' ? seen : inRecords;
}

const NO_RECORD =
  'No record of this transaction is stored. Whether it is unconfirmed, was dropped or replaced, or never was, these records do not say.';
const NOTHING: KnownOnNetwork = { tickers: [], hasFailed: false };

interface OnNetwork {
  readonly query: MovesQuery;
  readonly ids: readonly string[];
  readonly network: NetworkId;
  readonly networks: readonly NetworkId[];
  readonly facts: KnownOnNetwork;
}

async function onNetwork(
  ports: MovesPorts,
  { query, ids, network, networks, facts }: OnNetwork,
  reader: MovesReader,
  signal: AbortSignal,
): Promise<TransactionData> {
  const { catalogue, payments } = ports;
  const listed = catalogue.filter((asset) => asset.network === network);
  const assetOf = (ticker: string) => listed.find((asset) => asset.ticker.toUpperCase() === usualTicker(ticker));
  const moved = facts.tickers.flatMap((ticker) => assetOf(ticker) ?? []);
  const asset =
    query.ticker === undefined ? (firstOf(moved, network) ?? assetOf(NETWORKS[network].native)) : assetOf(query.ticker);
  if (asset === undefined) throw new AppError('UnknownAsset');
  const side = query.side === undefined ? null : canonicalAddress(query.side, asset);
  const { prices } = ports;
  const found = await payments.withSnapshot(asset, async (snapshot) => {
    const transaction = (await snapshot.transactions?.find(ids)) ?? null;
    const others = moved.filter((other) => other !== asset);
    if (transaction !== null) {
      const { page, side_page } = query;
      return labelMoves(
        snapshot,
        { asset, network, transaction, provider: null, others, page, side_page, side },
        reader,
      );
    }
    const refused = refusedOn(networks);
    if (others.length > 0) {
      const refusal = { is: 'other assets', tickers: others.map(({ ticker }) => ticker) } as const;
      const text = sentenceOnRefusal(refusal, asset, SIDE_NAMES);
      return { ...refused('other assets', text), other_assets: others.map(nameOf) };
    }
    if (facts.hasFailed) return refused('failed', sentenceOnRefusal({ is: 'failed' }, asset, SIDE_NAMES));
    // Without an asset, what is held of one would say nothing of the others.
    if (query.ticker === undefined) return refused('no record', NO_RECORD);
    const { recordsHeld } = snapshot;
    return refused('no record', sentenceOnRefusal({ is: 'no record', recordsHeld }, asset, SIDE_NAMES));
  });
  return found.is === 'labelled' ? presentMoves({ prices, signal }, found) : found;
}
