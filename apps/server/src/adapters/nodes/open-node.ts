import type { Asset, NetworkId } from '@assay/domain';
import type { ChainNode } from '../../features/follow/index.ts';
import { EVM_CHAIN_IDS, type EvmNetwork } from '../chains/evm-networks.ts';
import { openBitcoinNode } from './bitcoin/bitcoin-node.ts';
import { evmNode } from './evm/evm-node.ts';
import { openTronNode } from './tron/tron-node.ts';

export interface NodeSettings {
  readonly network: NetworkId;
  /** With credentials, where the node wants some. */
  readonly rpc: URL;
  readonly assets: readonly Asset[];
  readonly traces: boolean;
}

/** A node of the operator's own; null for a network that no adapter follows. */
export function openNode({ network, rpc: url, assets, traces }: NodeSettings): ChainNode | null {
  if (isEvm(network)) return evmNode({ network, url, assets, traces });
  if (network === 'BTC') return openBitcoinNode({ rpc: url.href, spent: 'node' });
  if (network === 'TRX') return openTronNode(url.href, { tickers: assets.map(({ ticker }) => ticker) });
  return null;
}

function isEvm(network: NetworkId): network is EvmNetwork {
  return Object.hasOwn(EVM_CHAIN_IDS, network);
}
