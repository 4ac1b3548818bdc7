import { type Asset, NETWORKS, type NetworkId } from '@assay/domain';

interface CoinNetwork {
  /** Blocks below the newest one that still count as open. */
  readonly finalityDepth: number;
  readonly why: string;
}

/** The coin networks that are read live, and when a block of theirs counts as final. */
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
} as const satisfies Partial<Record<NetworkId, CoinNetwork>>;

export type LiveCoinNetwork = keyof typeof COIN_NETWORKS;

export const LIVE_COIN_NETWORKS = Object.keys(COIN_NETWORKS) as readonly LiveCoinNetwork[];

export function coinFinalityDepth(network: LiveCoinNetwork): number {
  return COIN_NETWORKS[network].finalityDepth;
}

/** A coin network carries its own coin and nothing else. */
export function isCoinOf(network: LiveCoinNetwork, asset: Asset): boolean {
  return asset.network === network && asset.ticker === NETWORKS[network].native && asset.contract === null;
}
