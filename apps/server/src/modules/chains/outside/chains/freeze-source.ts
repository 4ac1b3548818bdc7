import type { NetworkId } from '@assay/domain';
import { etherscanChainId, explorerNodePath } from '../../formats/evm-networks.ts';
import type { IssuerFreezeSource } from '../../freezes/freezes.ports.ts';
import { etherscanFreezes, type FreezeReader, nodeFreezes } from './freezes/evm-freezes.ts';
import { type AccountFreezeReader, issuerFreezes } from './freezes/issuer-freezes.ts';
import { trongridFreezes } from './freezes/trongrid-freezes.ts';
import type { NetworkProvider } from './open-sources.ts';
import { solanaFreezes } from './solana/solana.ts';

const LOG_ROWS = 1_000;

/** The token issuers, read through this installation's providers; skips providers that cannot call a contract. */
export function freezeSourceOf(networkProviders: readonly NetworkProvider[]): IssuerFreezeSource {
  const contracts: Partial<Record<NetworkId, FreezeReader[]>> = {};
  const accounts: AccountFreezeReader[] = [];
  for (const one of networkProviders) {
    const reader = contractReader(one);
    if (reader !== null) contracts[one.network] = [...(contracts[one.network] ?? []), reader];
    if (one.format === 'solana') accounts.push(solanaFreezes(one.provider));
  }
  return issuerFreezes({ contracts, accounts });
}

function contractReader({ network, format, provider }: NetworkProvider): FreezeReader | null {
  switch (format) {
    case 'etherscan': {
      const chainId = etherscanChainId(network, provider.name);
      return etherscanFreezes({ provider, chainId, pageSize: LOG_ROWS });
    }
    case 'jsonrpc':
      return nodeFreezes(provider);
    case 'blockscout':
      return nodeFreezes(provider, explorerNodePath(network, provider.name));
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
