import { type Asset, NETWORKS, type NetworkId } from '@assay/domain';

interface CoinNetwork {
  /** Blocks below the newest one that do not count as final yet. */
  readonly finalityDepth: number;
  readonly why: string;
}

/** The coin networks that are read on demand, and when one of their blocks counts as final. */
const COIN_NETWORKS = {
  BTC: {
    finalityDepth: 6,
    why: 'six confirmations: the depth of the Bitcoin paper, and what exchanges wait for at most',
  },
  LTC: { finalityDepth: 12, why: 'half an hour of 2.5-minute blocks' },
  DOGE: { finalityDepth: 40, why: 'forty minutes of one-minute blocks' },
  BCH: { finalityDepth: 15, why: 'beyond the ten blocks after which nodes themselves refuse a reorganisation' },
  DASH: { finalityDepth: 12, why: 'half an hour of 2.5-minute blocks; chain locks usually need one block' },
  ZEC: { finalityDepth: 24, why: 'half an hour of 75-second blocks' },
  DGB: { finalityDepth: 240, why: 'an hour of 15-second blocks: five kinds of work, each with little of it' },
  RVN: { finalityDepth: 60, why: 'an hour of one-minute blocks: the depth at which its nodes refuse a reorganisation' },
} as const satisfies Partial<Record<NetworkId, CoinNetwork>>;

export type CoinNetworkId = keyof typeof COIN_NETWORKS;

export const COIN_NETWORK_IDS = Object.keys(COIN_NETWORKS) as readonly CoinNetworkId[];

export function coinFinalityDepth(network: CoinNetworkId): number {
  return COIN_NETWORKS[network].finalityDepth;
}

/** A coin network has only its own coin. */
export function isCoinOf(network: CoinNetworkId, asset: Asset): boolean {
  return asset.network === network && asset.ticker === NETWORKS[network].native && asset.contract === null;
}
