import type { TransactionData } from '@assay/contracts';
import { type Asset, NETWORKS, type NetworkId, usualTicker } from '@assay/domain';
import { joinWords } from '@assay/wording';
import { AppError } from '../../../../platform/kernel/app-error.ts';
import type { FoundTransaction, TransactionPlaces } from '../../../chains/index.ts';
import { canonicalAddress } from '../begin/canonical-address.ts';
import { assetsIn, paymentOnChain, recordsSeen, transactionIn } from '../payment/payment-on-chain.ts';
import { sentenceOnRefusal } from '../payment/refusal-words.ts';
import type { MovesPorts, MovesQuery, MovesReader } from './moves.ports.ts';
import { labelMoves, nameOf, presentMoves } from './present-moves.ts';

/** Visitors have as many look-ups together as one workspace has. */
const VISITORS = 'visitors';

export interface MovesOnChain {
  readonly query: MovesQuery;
  readonly ids: readonly string[];
  /** Where it may be. */
  readonly networks: readonly NetworkId[];
  readonly refused: Refuse;
}

/**
 * What providers say that a transaction moved, which no record is of; null where none can be asked. Only the network
 * that has it is taken; where several have it, such as after a replay, one has to be named.
 */
export async function movesOnChain(
  ports: MovesPorts,
  { query, ids, networks, refused }: MovesOnChain,
  reader: MovesReader,
  signal: AbortSignal,
): Promise<TransactionData | null> {
  const { live } = ports;
  if (live === undefined) return null;
  await reader.admitLookUp();
  const places = await live.locate(networks, ids, { signal, owner: reader.owner ?? VISITORS });
  if (places.asked.length === 0) return null;
  const [first, ...more] = places.known;
  if (first === undefined) return nowhere(places, refused);
  if (more.length > 0) return { is: 'several networks', networks: places.known.map(({ network }) => network) };
  return onNetwork(ports, { query, refused, ...first }, reader, signal);
}

function nowhere({ asked, unanswered }: TransactionPlaces, refused: Refuse): TransactionData {
  const namesOf = (networks: readonly NetworkId[]) => joinWords(networks.map((network) => NETWORKS[network].name));
  if (unanswered.length > 0) {
    const text = `No record of this transaction is stored, and no provider of ${namesOf(unanswered)} gave an answer that can be used. Try again later.`;
    return refused('unanswered', text);
  }
  const text = `No record of this transaction is stored, and no provider of ${namesOf(asked)} knows it: it was dropped, or never was.`;
  return refused('unknown', text);
}

interface SeenOnNetwork extends Pick<MovesOnChain, 'query' | 'refused'> {
  readonly network: NetworkId;
  readonly seen: FoundTransaction;
}

async function onNetwork(
  ports: MovesPorts,
  { query, refused, network, seen }: SeenOnNetwork,
  reader: MovesReader,
  signal: AbortSignal,
): Promise<TransactionData> {
  const listed = ports.catalogue.filter((asset) => asset.network === network);
  const records = recordsSeen(seen);
  const moved = records === null ? [] : assetsIn(records, network);
  const wanted = usualTicker(query.ticker ?? firstOf(moved, network)?.ticker ?? NETWORKS[network].native);
  const asset = listed.find(({ ticker }) => ticker.toUpperCase() === wanted);
  if (asset === undefined) throw new AppError('UnknownAsset');
  const transaction = records === null ? null : transactionIn(records, asset);
  const others = moved.filter((other) => other !== asset);
  if (transaction === null) {
    const answer = paymentOnChain(seen, { asset, side: { address: null, direction: null } }, NOT_HELD);
    if (answer.is !== 'refused') throw new Error('a transaction without transfers has a payment');
    const { refusal } = answer;
    const text = sentenceOnRefusal(refusal, asset, SIDE_NAMES);
    switch (refusal.is) {
      case 'unconfirmed':
      case 'replaced':
      case 'failed':
        return refused(refusal.is, text);
      case 'other assets':
        return { ...refused(refusal.is, text), other_assets: others.map(nameOf) };
      default:
        return refused('unknown', text);
    }
  }
  const { page, side_page } = query;
  const side = query.side === undefined ? null : canonicalAddress(query.side, asset);
  const { provider } = seen;
  const shown = { asset, network, transaction, provider, others, page, side_page, side };
  const labelled = await ports.payments.withSnapshot(asset, (snapshot) => labelMoves(snapshot, shown, reader));
  return presentMoves({ prices: ports.prices, signal }, labelled);
}

const NOT_HELD = { is: 'no record', recordsHeld: '' } as const;

/** How the sides are named where a refusal of moves is read. */
export const SIDE_NAMES = { address: 'its address', direction: 'whether it is a deposit or a withdrawal' };

type Refused = Extract<TransactionData, { readonly is: 'refused' }>;

/** A refusal with the networks that a transaction may be of. */
export type Refuse = (reason: Refused['reason'], text: string) => Refused;

export function refusedOn(networks: readonly NetworkId[]): Refuse {
  return (reason, text) => ({ is: 'refused', reason, text, networks: [...networks], other_assets: [] });
}

/** A token before the coin that paid its fee. */
export function firstOf(moved: readonly Asset[], network: NetworkId): Asset | undefined {
  return moved.find(({ ticker }) => ticker !== NETWORKS[network].native) ?? moved[0];
}
