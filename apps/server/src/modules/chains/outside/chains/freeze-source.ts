import type { NetworkId } from '@assay/domain';
import { etherscanChainId, explorerNodePath } from '../../formats/evm-networks.ts';
import type { FreezeEventSource, IssuerFreezeSource } from '../../freezes/freezes.ports.ts';
import { type SourceCall, SourceError } from '../../sources/sources.ports.ts';
import { etherscanFreezeEvents, type FreezeEventReader, nodeFreezeEvents } from './freezes/evm-freeze-events.ts';
import { etherscanFreezes, type FreezeReader, nodeFreezes } from './freezes/evm-freezes.ts';
import { freezeListOf } from './freezes/freeze-lists.ts';
import { type AccountFreezeReader, issuerFreezes } from './freezes/issuer-freezes.ts';
import { trongridFreezeEvents } from './freezes/trongrid-freeze-events.ts';
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
    case 'nodereal':
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

/** Freeze events of issuers' contracts, read through the providers of this installation in their order. */
export function freezeEventSourceOf(networkProviders: readonly NetworkProvider[]): FreezeEventSource {
  return freezeEventSource((network) =>
    networkProviders.filter((one) => one.network === network).flatMap((one) => readerOf(one) ?? []),
  );
}

/** The next reader goes on where one fails; what was handed on before stays. */
export function freezeEventSource(readersOf: (network: NetworkId) => readonly FreezeEventReader[]): FreezeEventSource {
  return {
    canRead: ({ network }) => readersOf(network).length > 0,
    async *parts({ asset, network, contract }, start, call) {
      const list = freezeListOf(asset.ticker, network);
      if (list === null) throw new RangeError(`No events of ${asset.ticker} on ${network} are known`);
      let from = start;
      let last: unknown = new SourceError({ kind: 'unavailable', provider: 'nobody', reason: 'no source is set' });
      for (const reader of readersOf(network)) {
        try {
          for await (const part of reader.parts(contract, list, from, call)) {
            yield part;
            from = Math.max(from, part.readTo + 1);
          }
          return;
        } catch (error) {
          if (!(error instanceof SourceError) || error.fault.kind === 'cancelled') throw error;
          last = error;
        }
      }
      throw last;
    },
  };
}

function readerOf({ network, format, provider, source }: NetworkProvider): FreezeEventReader | null {
  const finalBlock = async (call: SourceCall): Promise<number> => (await source.tip(call)).finalBlock;
  switch (format) {
    case 'etherscan': {
      const chainId = etherscanChainId(network, provider.name);
      return etherscanFreezeEvents({ provider, chainId, pageSize: LOG_ROWS }, finalBlock);
    }
    case 'jsonrpc':
    case 'nodereal':
      return nodeFreezeEvents(provider, finalBlock);
    case 'blockscout':
      return nodeFreezeEvents(provider, finalBlock, explorerNodePath(network, provider.name));
    case 'trongrid':
      return trongridFreezeEvents(provider, async (call) => (await source.tip(call)).finalTime);
    case 'esplora':
    case 'blockbook':
    case 'solana':
    case 'xrpl':
    case 'horizon':
      return null;
  }
}
