import { type Asset, NETWORKS, type NetworkId } from '@assay/domain';
import { SourceError } from '../sources/sources.ports.ts';

/** EVM networks that are read on demand, by their chain id (EIP-155). */
export const EVM_CHAIN_IDS = {
  ETH: 1,
  OP: 10,
  BSC: 56,
  ETC: 61,
  POLYGON: 137,
  ARB: 42161,
  AVAX: 43114,
} as const satisfies Partial<Record<NetworkId, number>>;

export type EvmNetwork = keyof typeof EVM_CHAIN_IDS;

/**
 * The contract of a token, null for the network's own coin, undefined for an asset that cannot be read on this network.
 */
export function contractOn(network: NetworkId, asset: Asset): string | null | undefined {
  if (asset.network !== network) return undefined;
  if (asset.contract !== null) return asset.contract;
  return asset.ticker === NETWORKS[network].native ? null : undefined;
}

/** @throws SourceError `not-supported` for an asset that cannot be read on this network */
export function contractOf(network: NetworkId, provider: string, asset: Asset): string | null {
  const contract = contractOn(network, asset);
  if (contract !== undefined) return contract;
  const what = `${asset.ticker} on ${NETWORKS[network].name}`;
  throw new SourceError({ kind: 'not-supported', provider, what });
}

/** Etherscan serves all chains at one URL, by their id; other APIs of its format have a URL per chain. */
export function etherscanChainId(network: NetworkId, provider: string): number | null {
  return provider === 'etherscan' ? (EVM_CHAIN_IDS[network as EvmNetwork] ?? null) : null;
}

/** Explorers forward calls to their node; Blockscout's URL for all chains has another path. */
export function explorerNodePath(network: NetworkId, provider: string): string {
  return provider === 'blockscout' ? `/${EVM_CHAIN_IDS[network as EvmNetwork]}/json-rpc` : '/api/eth-rpc';
}
