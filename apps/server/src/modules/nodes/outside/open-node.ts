import type { Asset, NetworkId } from '@assay/domain';
import { EVM_CHAIN_IDS, type EvmNetwork } from '../../chains/index.ts';
import type { ChainNode } from '../follow/follow.ports.ts';
import { openBitcoinNode } from './bitcoin/bitcoin-node.ts';
import { evmNode } from './evm/evm-node.ts';
import { tronNode } from './tron/tron-node.ts';

export interface NodeSettings {
  readonly network: NetworkId;
  /** With credentials, where the node wants some. */
  readonly rpc: URL;
  readonly assets: readonly Asset[];
  readonly traces: boolean;
  /** Bitcoin: path of the node's `.cookie`, in place of a user and a password; null for none. */
  readonly cookieFile: string | null;
  /** Bitcoin: the node's folder `blocks`, read as far as it reaches; null for none. */
  readonly blocksDir: string | null;
  /** Whether every block of the chain is followed, so that the records themselves know what is spent. */
  readonly fromBeginning: boolean;
}

/** A node of the operator's own; null for a network whose nodes are not read. */
export function openNode(settings: NodeSettings): ChainNode | null {
  const { network, rpc: url, assets, traces, cookieFile, blocksDir, fromBeginning } = settings;
  if (isEvm(network)) return evmNode({ network, url, assets, traces });
  if (network === 'BTC') {
    return openBitcoinNode({ url, cookieFile, blocksDir, spent: fromBeginning ? 'records' : 'node' });
  }
  if (network === 'TRX') return tronNode({ url, assets });
  return null;
}

function isEvm(network: NetworkId): network is EvmNetwork {
  return Object.hasOwn(EVM_CHAIN_IDS, network);
}
