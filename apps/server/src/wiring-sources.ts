import type { NetworkId } from '@assay/domain';
import { blockbookSource } from './adapters/chains/blockbook-source.ts';
import { blockscoutSource } from './adapters/chains/blockscout.ts';
import { LIVE_COIN_NETWORKS, type LiveCoinNetwork } from './adapters/chains/coin-networks.ts';
import { esploraSource } from './adapters/chains/esplora-source.ts';
import { etherscanSource } from './adapters/chains/etherscan.ts';
import { EVM_CHAIN_IDS, type EvmNetwork } from './adapters/chains/evm-networks.ts';
import { horizonSource } from './adapters/chains/horizon.ts';
import { jsonRpcSource } from './adapters/chains/json-rpc.ts';
import { solanaSource } from './adapters/chains/solana.ts';
import { trongridSource } from './adapters/chains/trongrid.ts';
import { xrplSource } from './adapters/chains/xrpl.ts';
import { accountChain, coinChain } from './adapters/providers/chain-source.ts';
import { EXCHANGE_LIMITS, httpExchange } from './adapters/providers/http-exchange.ts';
import {
  type KnownProvider,
  knownProvider,
  OPERATOR_LIMITS,
  type SourceFormat,
} from './adapters/providers/known-providers.ts';
import { type OpenProvider, openProvider } from './adapters/providers/open-provider.ts';
import type { ProviderSettings } from './adapters/providers/provider.ts';
import type { ProviderWatch } from './adapters/providers/provider-watch.ts';
import type { QuotaLedger } from './adapters/providers/quota-ledger.ts';
import type { TransferSource, TransferSources } from './features/sources/index.ts';
import { ownProviderNames } from './own-provider-names.ts';
import type { SourceEntry, SourceFacts } from './source-settings.ts';

/** A provider at its place in the chain of a network. */
export interface PlacedProvider {
  readonly network: NetworkId;
  readonly format: SourceFormat;
  readonly provider: OpenProvider;
  /** Asked alone, beside the chain it belongs to. */
  readonly source: TransferSource;
}

export interface OpenSources {
  readonly sources: TransferSources;
  /** In the order they are asked; also for what is asked beside transfers, such as an issuer's freezes. */
  readonly placed: readonly PlacedProvider[];
  close(): Promise<void>;
}

/** Opens everybody the settings name; nobody is asked before a question comes. */
export function openSources(
  facts: SourceFacts,
  deps: { readonly ledger: QuotaLedger; readonly watch: ProviderWatch },
): OpenSources {
  const chains = facts.isOn ? [...facts.chains] : [];
  const ownNames = ownProviderNames(facts.chains);
  const placed = chains.flatMap(([network, entries]) =>
    entries.map((entry): PlacedProvider => {
      const settings = settingsOf(network, entry, { keys: facts.keys, ownNames });
      const exchange = httpExchange({ ...EXCHANGE_LIMITS, allowsPrivate: settings.isOperatorsHost });
      const format = 'known' in entry ? mustKnow(entry.known, network).format : entry.format;
      const provider = openProvider(settings, { exchange, ...deps });
      return { network, format, provider, source: sourceOf(network, format, provider, 'known' in entry) };
    }),
  );
  const byNetwork = Map.groupBy(placed, ({ network }) => network);
  const sources = new Map([...byNetwork].map(([network, own]) => [network, chainOf(own)]));
  return {
    sources: {
      sourceOf: (asset) => {
        const source = asset.network === null ? undefined : sources.get(asset.network);
        return source?.canAsk(asset) === true ? source : null;
      },
    },
    placed,
    close: async () => {
      await Promise.all(placed.map(({ provider }) => provider.close()));
    },
  };
}

interface NamesAndKeys {
  readonly keys: SourceFacts['keys'];
  readonly ownNames: ReadonlyMap<SourceEntry, string>;
}

function settingsOf(network: NetworkId, entry: SourceEntry, { keys, ownNames }: NamesAndKeys): ProviderSettings {
  if (!('known' in entry)) {
    const name = ownNames.get(entry) ?? `own ${entry.format}`;
    return { name, baseUrl: entry.url, key: null, limits: OPERATOR_LIMITS, isOperatorsHost: true };
  }
  const known = mustKnow(entry.known, network);
  const value = known.key === null ? undefined : keys[known.key.setting];
  const isKeyed = known.key !== null && value !== undefined;
  return {
    name: known.name,
    baseUrl: known.urls[network] ?? '',
    key: isKeyed ? { value, place: known.key.place } : null,
    limits: isKeyed ? (known.limitsWithKey ?? known.limits) : known.limits,
    isOperatorsHost: false,
  };
}

function mustKnow(name: string, network: NetworkId): KnownProvider {
  const known = knownProvider(name, network);
  if (known === undefined) throw new RangeError(`Nobody called ${name} is known for ${network}`);
  return known;
}

function chainOf(members: readonly PlacedProvider[]): TransferSource {
  const sources = members.map(({ source }) => source);
  const coins = sources.filter((source) => source.ledger === 'utxo');
  if (coins.length === sources.length) return coinChain(coins);
  return accountChain(sources.filter((source) => source.ledger === 'account'));
}

const ETHERSCAN_ROWS = 1_000;

/** Routescan and explorers of one chain stand at that chain's own address; Etherscan and Blockscout serve all at one. */
function sourceOf(network: NetworkId, format: SourceFormat, provider: OpenProvider, isKnown: boolean): TransferSource {
  switch (format) {
    case 'esplora':
      return esploraSource(coinNetwork(network), provider);
    case 'blockbook':
      return blockbookSource(coinNetwork(network), provider);
    case 'blockscout': {
      const evm = evmNetwork(network);
      return blockscoutSource(evm, provider, isKnown ? `/${EVM_CHAIN_IDS[evm]}` : '');
    }
    case 'etherscan': {
      const evm = evmNetwork(network);
      const chainId = provider.name === 'etherscan' ? EVM_CHAIN_IDS[evm] : null;
      return etherscanSource(evm, { provider, chainId, pageSize: ETHERSCAN_ROWS });
    }
    case 'jsonrpc':
      return jsonRpcSource(evmNetwork(network), provider);
    case 'trongrid':
      return trongridSource(provider);
    case 'solana':
      return solanaSource(provider);
    case 'xrpl':
      return xrplSource(provider);
    case 'horizon':
      return horizonSource(provider);
  }
}

function coinNetwork(network: NetworkId): LiveCoinNetwork {
  const found = LIVE_COIN_NETWORKS.find((known) => known === network);
  if (found === undefined) throw new RangeError(`${network} is no coin network that is read live`);
  return found;
}

function evmNetwork(network: NetworkId): EvmNetwork {
  if (!Object.hasOwn(EVM_CHAIN_IDS, network)) throw new RangeError(`${network} is no network of Ethereum's kind`);
  return network as EvmNetwork;
}
