import { readTransaction } from '@assay/address';
import { recogniseTextNow } from '@assay/address/secrets';
import type { TransactionData } from '@assay/contracts';
import { type Asset, NETWORKS, type NetworkId } from '@assay/domain';
import { AppError } from '../../../kernel/app-error.ts';
import type { KnownOnNetwork } from '../../transfers/index.ts';
import { sentenceOnRefusal } from '../payment/refusal-words.ts';
import type { MovesPorts, MovesQuery, MovesReader } from './moves.ports.ts';
import { movesOnChain } from './moves-on-chain.ts';
import { firstOf, refusedOn, SIDE_NAMES, sideOf } from './moves-refusals.ts';
import { presentMoves } from './present-moves.ts';

const NO_ID = 'This is no id of a transaction, and no link to one.';

/**
 * What a transaction moved, or which network has to be named, or why nothing is shown. Costs nothing.
 *
 * @throws AppError SecretNotAddress, TransactionNotRated where the text names no transaction, UnknownAsset,
 *   InvalidAddress
 */
export async function findMoves(
  ports: MovesPorts,
  query: MovesQuery,
  reader: MovesReader,
  signal: AbortSignal,
): Promise<TransactionData> {
  if (recogniseTextNow(query.transaction).is === 'secret') throw new AppError('SecretNotAddress');
  const named = readTransaction(query.transaction);
  if (named === null) throw new AppError('TransactionNotRated', { publicText: NO_ID });
  const { ids, networks } = named;
  const refused = refusedOn(networks);
  if (networks.length === 0)
    return refused('test network', 'This transaction is of a test network, whose coins are worth nothing.');
  if (query.network !== undefined && !networks.includes(query.network)) {
    return refused('not on this network', `No transaction of ${NETWORKS[query.network].name} is named like this.`);
  }
  const wanted = query.network === undefined ? networks : [query.network];
  const known = await ports.payments.knownOn(wanted, ids);
  // People with an account alone: visitors make no requests to providers.
  if (known.size === 0 && reader.seesLabels) {
    const seen = await movesOnChain(ports, { query, ids, networks: wanted, refused }, reader, signal);
    if (seen !== null) return seen;
  }
  const [first, ...more] = [...known];
  if (first !== undefined && more.length > 0) return { is: 'several networks', networks: [...known.keys()] };
  const network = first?.[0] ?? (wanted.length === 1 ? wanted[0] : undefined);
  if (network === undefined) return refused('no record', NO_RECORD);
  return onNetwork(ports, { query, ids, network, networks, facts: first?.[1] ?? NOTHING }, reader, signal);
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
  const assetOf = (ticker: string) => listed.find((asset) => asset.ticker.toUpperCase() === ticker.toUpperCase());
  const moved = facts.tickers.flatMap((ticker) => assetOf(ticker) ?? []);
  const asset =
    query.ticker === undefined ? (firstOf(moved, network) ?? assetOf(NETWORKS[network].native)) : assetOf(query.ticker);
  if (asset === undefined) throw new AppError('UnknownAsset');
  const side = query.side === undefined ? null : sideOf(query.side, asset);
  return payments.withSnapshot(asset, async (snapshot) => {
    const transaction = (await snapshot.transactions?.find(ids)) ?? null;
    const others = moved.filter((other) => other !== asset).map(nameOf);
    if (transaction !== null) {
      const { page, side_page } = query;
      const shown = { asset, network, transaction, others, page, side_page, side };
      return presentMoves({ snapshot, prices: ports.prices, signal }, shown, reader);
    }
    const refused = refusedOn(networks);
    if (others.length > 0) {
      const refusal = { is: 'other assets', tickers: others.map(({ ticker }) => ticker) } as const;
      return { ...refused('other assets', sentenceOnRefusal(refusal, asset, SIDE_NAMES)), other_assets: others };
    }
    if (facts.hasFailed) return refused('failed', sentenceOnRefusal({ is: 'failed' }, asset, SIDE_NAMES));
    // Without an asset, what is held of one would say nothing of the others.
    if (query.ticker === undefined) return refused('no record', NO_RECORD);
    const { recordsHeld } = snapshot;
    return refused('no record', sentenceOnRefusal({ is: 'no record', recordsHeld }, asset, SIDE_NAMES));
  });
}

function nameOf({ ticker, parent, name }: Asset): Pick<Asset, 'ticker' | 'parent' | 'name'> {
  return { ticker, parent, name };
}
