import { type Asset, findAsset, NETWORKS, type NetworkId, type Parent } from '@assay/domain';

interface IssuerFacts {
  readonly issuer: string;
  /** Networks on which the issuer's own contract has a list of frozen addresses. */
  readonly on: readonly Parent[];
}

/**
 * The issuers that can freeze a token at an address, by their published contracts. The tokens of other networks are
 * copies made by a bridge or an exchange, whose contracts have no such list.
 */
const ISSUERS: Readonly<Record<string, IssuerFacts>> = {
  USDT: { issuer: 'Tether', on: ['TRX', 'ETH', 'POLYGON', 'SOL', 'ARB', 'AVAX'] },
  USDC: { issuer: 'Circle', on: ['ETH', 'TRX', 'POLYGON', 'SOL', 'OP', 'ARB', 'AVAX'] },
  TUSD: { issuer: 'TrueUSD', on: ['ETH', 'TRX'] },
  PAXG: { issuer: 'Paxos', on: ['ETH'] },
  XAUT: { issuer: 'Tether', on: ['ETH'] },
};

/**
 * The issuer that can freeze an asset at an address; null where none is known.
 *
 * @example
 * issuerOf(usdtOnTron); // 'Tether'
 */
export function issuerOf({ ticker, parent }: Pick<Asset, 'ticker' | 'parent'>): string | null {
  const facts = ISSUERS[ticker];
  return facts !== undefined && parent !== null && facts.on.includes(parent) ? facts.issuer : null;
}

/** A token whose contract logs every freeze as an event. */
export interface EventFreezeList {
  /** Of the label set that its events make. */
  readonly setName: string;
  readonly issuer: string;
  readonly asset: Asset;
  readonly network: NetworkId;
  readonly contract: string;
}

/**
 * Tokens whose freeze events are known from the issuers' published contracts. Solana has no such contract: its issuers
 * freeze single accounts.
 */
const TOKENS: readonly { readonly ticker: string; readonly on: readonly NetworkId[] }[] = [
  { ticker: 'USDT', on: ['TRX', 'ETH', 'POLYGON', 'ARB', 'AVAX'] },
  { ticker: 'USDC', on: ['ETH', 'TRX', 'POLYGON', 'OP', 'ARB', 'AVAX'] },
  { ticker: 'PAXG', on: ['ETH'] },
];

export const EVENT_FREEZE_LISTS: readonly EventFreezeList[] = TOKENS.flatMap(({ ticker, on }) =>
  on.map((network) => listOf(ticker, network)),
);

/** @example titleOfFreezeList(list); // 'Freezes by Tether: USDT on Tron' */
export function titleOfFreezeList({ issuer, asset, network }: EventFreezeList): string {
  return `Freezes by ${issuer}: ${asset.ticker} on ${NETWORKS[network].name}`;
}

function listOf(ticker: string, network: NetworkId): EventFreezeList {
  const asset = findAsset(ticker, network);
  const issuer = asset === undefined ? null : issuerOf(asset);
  if (asset === undefined || asset.contract === null || issuer === null) {
    throw new RangeError(`No issuer is known for ${ticker} on ${network}`);
  }
  return { setName: freezeSetOf(asset), issuer, asset, network, contract: asset.contract };
}

/** The name of the label set of a token's freezes, with which the source of each of its labels begins. */
export function freezeSetOf({ ticker, network }: Pick<Asset, 'ticker' | 'network'>): string {
  return `freezes-${ticker}-${network ?? ''}`.toLowerCase();
}
