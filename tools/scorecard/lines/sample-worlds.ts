import {
  type Asset,
  CATEGORIES,
  findAsset,
  isProtectedAddress,
  NETWORKS,
  type NetworkId,
  PROTECTED_ADDRESSES,
} from '@assay/domain';
import { COMPETING_CONFIDENCE, ISSUER, type Label, type RawTransaction, type RawTransfer } from '@assay/exposure';
import { CHECK_TIME } from '../no-records.ts';
import type { LabelledAddress } from '../starter-labels.ts';
import { readTransactions, readTransfers } from '../starter-records.ts';
import { SHIPPED_LIST } from '../world/reviewed-list.ts';
import type { World } from '../world/world.ts';

/** The records of one asset that ship, with the labels of its network. */
export interface SampleWorld {
  readonly network: NetworkId;
  readonly ticker: string;
  readonly world: World;
  /** Every address that the records name, sorted. */
  readonly addresses: readonly string[];
}

const COINS = ['BTC', 'BCH', 'DASH', 'DOGE', 'LTC', 'ZEC'] as const;
const TOKENS = [
  { network: 'ETH', ticker: 'ETH', kind: 'native', usdPerUnit: null },
  { network: 'ETH', ticker: 'MKR', kind: 'token', usdPerUnit: null },
  { network: 'ETH', ticker: 'DAI', kind: 'token', usdPerUnit: 1e-18 },
  { network: 'TRX', ticker: 'USDT', kind: 'token', usdPerUnit: 1e-6 },
] as const;
const SAME_KEY: ReadonlySet<string> = new Set(
  (Object.keys(NETWORKS) as NetworkId[]).filter((network) => PROTECTED_ADDRESSES[network] === PROTECTED_ADDRESSES.ETH),
);
const CARRIED_CONFIDENCE = 40;

/**
 * The records that ship, asset by asset, under the labels given. They are samples and not histories, and no import says
 * that their transactions were read whole.
 *
 * @param now Unix seconds: only records of before it, and it is the time of the check
 */
export function sampleWorlds(labels: readonly LabelledAddress[], now: number = CHECK_TIME): readonly SampleWorld[] {
  const common = (network: NetworkId) => ({
    network,
    labels: new Map(labels.filter((one) => one.network === network).map((one) => [one.address, one.labels])),
    carried: carriedTo(network, labels),
    isWhole: false,
    notReadWhole: 'all' as const,
    reviewedList: SHIPPED_LIST,
    now,
  });
  const coins = COINS.map((network): SampleWorld => {
    const transactions = transactionsOf(network).filter(({ time }) => time < now);
    const owners = transactions.flatMap(({ inputs, outputs }) => [...inputs, ...outputs].map(({ owner }) => owner));
    const addresses = sorted(owners.filter((owner) => owner !== null));
    const world = {
      ...common(network),
      records: { kind: 'utxo', transactions },
      usdPerUnit: null,
      asset: assetOf(network, network),
    } as const;
    return { network, ticker: network, world, addresses };
  });
  const tokens = TOKENS.map(({ network, ticker, kind, usdPerUnit }): SampleWorld => {
    const transfers = transfersOf(network, ticker, kind).filter(({ time }) => time < now);
    const addresses = sorted(transfers.flatMap(({ from, to }) => [from, to]));
    const world = {
      ...common(network),
      records: { kind: 'account', transfers },
      usdPerUnit,
      asset: assetOf(network, ticker),
    } as const;
    return { network, ticker, world, addresses };
  });
  return [...coins, ...tokens];
}

const transactionsOf = once((network: NetworkId) =>
  readTransactions(`${network.toLowerCase()}-transactions.jsonl.gz`).map((one) => withIssuer(network, one)),
);
const transfersOf = once((network: NetworkId, ticker: string, kind: RawTransfer['kind']) =>
  readTransfers(`${network.toLowerCase()}-transfers.csv.gz`, ticker).map(
    (one): RawTransfer => ({ ...one, kind, from: partyOf(network, one.from), to: partyOf(network, one.to) }),
  ),
);

/** Answers each question once. */
function once<Asked extends readonly string[], Answer>(ask: (...asked: Asked) => Answer): (...asked: Asked) => Answer {
  const answers = new Map<string, Answer>();
  return (...asked) => {
    const key = asked.join(' ');
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = ask(...asked);
    answers.set(key, answer);
    return answer;
  };
}

/** Labels of tier S, A and B that the same keys have on other Ethereum-style networks (docs/method/2, section 5.2). */
export function carriedTo(network: string, labels: readonly LabelledAddress[]): ReadonlyMap<string, readonly Label[]> {
  const carried = new Map<string, readonly Label[]>();
  if (!SAME_KEY.has(network)) return carried;
  for (const one of labels) {
    if (one.network === network || !SAME_KEY.has(one.network)) continue;
    const own = one.labels
      .filter(({ category, confidence }) => {
        const { tier } = CATEGORIES[category];
        return confidence >= COMPETING_CONFIDENCE && tier !== 'C' && tier !== 'D';
      })
      .map((label): Label => {
        return { ...label, confidence: Math.min(CARRIED_CONFIDENCE, label.confidence), carriedFrom: one.network };
      });
    if (own.length > 0) carried.set(one.address, [...(carried.get(one.address) ?? []), ...own]);
  }
  return carried;
}

function assetOf(network: NetworkId, ticker: string): Asset {
  const asset = ticker === network ? findAsset(ticker) : findAsset(ticker, network);
  if (asset === undefined) throw new RangeError(`the catalogue has no ${ticker} on ${network}`);
  return asset;
}

function sorted(addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses)].filter((address) => address !== ISSUER).toSorted();
}

function partyOf(network: NetworkId, address: string): string {
  return isProtectedAddress(network, address) ? ISSUER : address;
}

function withIssuer(network: NetworkId, transaction: RawTransaction): RawTransaction {
  const named = <Coin extends { readonly owner: string | null }>(coin: Coin): Coin => ({
    ...coin,
    owner: coin.owner === null ? null : partyOf(network, coin.owner),
  });
  return { ...transaction, inputs: transaction.inputs.map(named), outputs: transaction.outputs.map(named) };
}
