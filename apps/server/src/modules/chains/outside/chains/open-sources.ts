import type { NetworkId } from '@assay/domain';
import {
  type KnownProvider,
  knownProvider,
  OPERATOR_LIMITS,
  type SourceFormat,
} from '../../../../platform/config/settings/known-providers.ts';
import { ownProviderNames } from '../../../../platform/config/settings/self-hosted-providers.ts';
import type { SourceEntry, SourceFacts } from '../../../../platform/config/settings/source-settings.ts';
import { COIN_NETWORK_IDS, type CoinNetworkId } from '../../formats/coin-networks.ts';
import { EVM_CHAIN_IDS, type EvmNetwork } from '../../formats/evm-networks.ts';
import type { TransferSource, TransferSources } from '../../sources/sources.ports.ts';
import { accountChain, coinChain } from '../providers/chain-source.ts';
import { EXCHANGE_LIMITS, httpExchange } from '../providers/http-exchange.ts';
import { type OpenProvider, openProvider } from '../providers/open-provider.ts';
import type { ProviderSettings } from '../providers/provider.ts';
import type { ProviderWatch } from '../providers/provider-watch.ts';
import type { QuotaLedger } from '../providers/quota-ledger.ts';
import { blockscoutSource } from './blockscout/blockscout.ts';
import { blockbookSource } from './coins/blockbook-source.ts';
import { esploraSource } from './coins/esplora-source.ts';
import { etherscanSource } from './etherscan/etherscan.ts';
import { jsonRpcSource } from './json-rpc/json-rpc.ts';
import { noderealSource } from './nodereal/nodereal.ts';
import { solanaSource } from './solana/solana.ts';
import { horizonSource } from './stellar/horizon.ts';
import { trongridSource } from './tron/trongrid.ts';
import { xrplSource } from './xrpl/xrpl.ts';

/** A provider at its index in the fallback order of a network. */
export interface NetworkProvider {
  readonly network: NetworkId;
  readonly format: SourceFormat;
  readonly provider: OpenProvider;
  /** This provider alone, without the fallback order of its network. */
  readonly source: TransferSource;
}

export interface OpenSources {
  readonly sources: TransferSources;
  /** In the order they are asked; also for what is asked beside transfers, such as an issuer's freezes. */
  readonly networkProviders: readonly NetworkProvider[];
  close(): Promise<void>;
}

/** Creates every provider that the settings name; sends no request yet. */
export function openSources(
  facts: SourceFacts,
  deps: { readonly ledger: QuotaLedger; readonly watch: ProviderWatch },
): OpenSources {
  const chains = facts.isOn ? [...facts.chains] : [];
  const ownNames = ownProviderNames(facts.chains);
  const networkProviders = chains.flatMap(([network, entries]) =>
    entries.map((entry): NetworkProvider => {
      const settings = settingsOf(network, entry, { keys: facts.keys, ownNames });
      const exchange = httpExchange({ ...EXCHANGE_LIMITS, allowsPrivate: settings.isOperatorsHost });
      const format = 'known' in entry ? mustKnow(entry.known, network).format : entry.format;
      const provider = openProvider(settings, { exchange, ...deps });
      return { network, format, provider, source: sourceOf(network, format, provider, 'known' in entry) };
    }),
  );
  const byNetwork = Map.groupBy(networkProviders, ({ network }) => network);
  const sources = new Map([...byNetwork].map(([network, own]) => [network, chainOf(own)]));
  return {
    sources: {
      sourceOf: (asset) => {
        const source = asset.network === null ? undefined : sources.get(asset.network);
        return source?.canAsk(asset) === true ? source : null;
      },
    },
    networkProviders,
    close: async () => {
      await Promise.all(networkProviders.map(({ provider }) => provider.close()));
    },
  };
}

/** The providers of each chain for a public page, by the names that results use. */
export function chainsForReaders({
  networkProviders,
}: Pick<OpenSources, 'networkProviders'>): { network: NetworkId; providers: string[] }[] {
  const byNetwork = Map.groupBy(networkProviders, ({ network }) => network);
  return [...byNetwork].map(([network, own]) => ({ network, providers: own.map(({ provider }) => provider.name) }));
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
    key: isKeyed ? { value, location: known.key.location } : null,
    limits: isKeyed ? (known.limitsWithKey ?? known.limits) : known.limits,
    isOperatorsHost: false,
  };
}

function mustKnow(name: string, network: NetworkId): KnownProvider {
  const known = knownProvider(name, network);
  if (known === undefined) throw new RangeError(`Nobody called ${name} is known for ${network}`);
  return known;
}

function chainOf(members: readonly NetworkProvider[]): TransferSource {
  const sources = members.map(({ source }) => source);
  const coins = sources.filter((source) => source.ledger === 'utxo');
  if (coins.length === sources.length) return coinChain(coins);
  return accountChain(sources.filter((source) => source.ledger === 'account'));
}

/** Etherscan's free plan lists as many; Routescan was seen to take seconds for 500, and to give up at 1,000. */
const ETHERSCAN_ROWS = 1_000;
const ROUTESCAN_ROWS = 500;

/** Routescan and single-chain explorers have a URL per chain; Etherscan and Blockscout have one URL for all chains. */
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
      const pageSize = provider.name === 'routescan' ? ROUTESCAN_ROWS : ETHERSCAN_ROWS;
      return etherscanSource(evm, { provider, chainId, pageSize });
    }
    case 'jsonrpc':
      return jsonRpcSource(evmNetwork(network), provider);
    case 'nodereal':
      return noderealSource(evmNetwork(network), provider);
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

function coinNetwork(network: NetworkId): CoinNetworkId {
  const found = COIN_NETWORK_IDS.find((known) => known === network);
  if (found === undefined) throw new RangeError(`${network} is no coin network that is read live`);
  return found;
}

function evmNetwork(network: NetworkId): EvmNetwork {
  if (!Object.hasOwn(EVM_CHAIN_IDS, network)) throw new RangeError(`${network} is no network of Ethereum's kind`);
  return network as EvmNetwork;
}
