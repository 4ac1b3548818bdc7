import type { NetworkId } from '@assay/domain';
import { etherscanFreezes, type FreezeReader, nodeFreezes } from './adapters/chains/evm-freezes.ts';
import { EVM_CHAIN_IDS, type EvmNetwork } from './adapters/chains/evm-networks.ts';
import { type AccountFreezeReader, issuerFreezes } from './adapters/chains/issuer-freezes.ts';
import { solanaFreezes } from './adapters/chains/solana.ts';
import { trongridFreezes } from './adapters/chains/trongrid-freezes.ts';
import type { IssuerFreezeSource } from './features/freezes/index.ts';
import type { PlacedProvider } from './wiring-sources.ts';

const LOG_ROWS = 1_000;

/** The issuers behind the providers of this installation; whoever cannot ask a contract is passed over. */
export function freezeSourceOf(placed: readonly PlacedProvider[]): IssuerFreezeSource {
  const contracts: Partial<Record<NetworkId, FreezeReader[]>> = {};
  const accounts: AccountFreezeReader[] = [];
  for (const one of placed) {
    const reader = contractReader(one);
    if (reader !== null) contracts[one.network] = [...(contracts[one.network] ?? []), reader];
    if (one.format === 'solana') accounts.push(solanaFreezes(one.provider));
  }
  return issuerFreezes({ contracts, accounts });
}

function contractReader({ network, format, provider }: PlacedProvider): FreezeReader | null {
  switch (format) {
    case 'etherscan': {
      const chainId = provider.name === 'etherscan' ? (EVM_CHAIN_IDS[network as EvmNetwork] ?? null) : null;
      return etherscanFreezes({ provider, chainId, pageSize: LOG_ROWS });
    }
    case 'jsonrpc':
      return nodeFreezes(provider);
    case 'blockscout':
      return nodeFreezes(provider, blockscoutNode(network, provider.name));
    case 'trongrid':
      return trongridFreezes(provider);
    // Coins have no issuer, and Solana's is asked by account.
    case 'esplora':
    case 'blockbook':
    case 'solana':
    case 'xrpl':
    case 'horizon':
      return null;
  }
}

/** Explorers pass calls on to the node behind them; Blockscout's own door for all chains has another path. */
function blockscoutNode(network: NetworkId, provider: string): string {
  return provider === 'blockscout' ? `/${EVM_CHAIN_IDS[network as EvmNetwork]}/json-rpc` : '/api/eth-rpc';
}
