import { ASSETS, type Asset, NETWORK_IDS, NETWORKS, type NetworkId } from '@assay/domain';
import {
  FORMAT_NETWORKS,
  isAskedByDefault,
  KNOWN_PROVIDERS,
  type KnownProvider,
  SOURCE_FORMATS,
  type SourceFormat,
} from '../../../../platform/config/settings/known-providers.ts';
import { contractOn } from '../../formats/evm-networks.ts';

/** What can be read of a network on demand, by the providers that are known, before any of them is asked. */
export interface NetworkReach {
  readonly network: NetworkId;
  /** Assets of the catalogue on it, and how many of them have a contract that is known. */
  readonly assets: number;
  readonly readableAssets: number;
  /** Formats that are read here by the documentation of their publishers. */
  readonly documented: readonly SourceFormat[];
  /** Those of which answers of this network were recorded, and are read by tests. */
  readonly recorded: readonly SourceFormat[];
  readonly withoutKey: readonly string[];
  readonly withFreeKey: readonly string[];
  readonly onlyByName: readonly string[];
  /** What the histories of the known providers do not contain. */
  readonly lacks: string;
}

export interface AssetReach {
  readonly all: number;
  /** Where no setting is made. */
  readonly withoutKey: number;
  /** Where the free keys of all known providers are set. */
  readonly withFreeKeys: number;
}

/** Answers of the networks themselves, in `test/recorded` beside the formats and in the recordings of the test kit. */
const RECORDED: Partial<Readonly<Record<NetworkId, readonly SourceFormat[]>>> = {
  BTC: ['esplora', 'blockbook'],
  LTC: ['blockbook'],
  DOGE: ['blockbook'],
  BCH: ['blockbook'],
  DASH: ['blockbook'],
  ZEC: ['blockbook'],
  DGB: ['blockbook'],
  RVN: ['blockbook'],
  ETH: ['etherscan', 'jsonrpc'],
  TRX: ['trongrid'],
  SOL: ['solana'],
  XLM: ['horizon'],
};

const SHIELDED = 'who owns what was in the shielded pool';
/** By network; a network that is not named lacks nothing that is known. */
const LACKS: Partial<Readonly<Record<NetworkId, string>>> = {
  ZEC: SHIELDED,
  RVN: 'assets that are issued on it',
  BSC: 'the place of inner transfers in their transaction',
  OP: "fees for Ethereum's data, where the list has none; deposits from Ethereum",
  ARB: 'deposits from Ethereum',
  TRX: 'rewards of votes',
  SOL: 'token accounts that were closed',
  XRP: 'issued assets',
  XLM: 'lumens through offers; what is older than a year',
};
const NO_SOURCE = 'no source is known';

/** All networks, in configuration order. */
export function networkReach(): readonly NetworkReach[] {
  return NETWORK_IDS.map((network) => {
    const assets = ASSETS.filter((asset) => asset.network === network);
    const known = KNOWN_PROVIDERS.filter(({ urls }) => urls[network] !== undefined);
    const asked = known.filter((provider) => isAskedByDefault(provider, network));
    const names = (some: readonly KnownProvider[]) => [...new Set(some.map(({ name }) => name))];
    return {
      network,
      assets: assets.length,
      readableAssets: assets.filter(hasContract).length,
      documented: SOURCE_FORMATS.filter((format) => FORMAT_NETWORKS[format].includes(network)),
      recorded: RECORDED[network] ?? [],
      withoutKey: names(asked.filter((provider) => !needsKey(provider))),
      withFreeKey: names(asked.filter(needsKey)),
      onlyByName: names(known.filter((provider) => !asked.includes(provider))),
      lacks: known.length === 0 ? NO_SOURCE : (LACKS[network] ?? ''),
    };
  });
}

/** The one home of these numbers: documents and pages take them from here. */
export function assetReach(): AssetReach {
  const networks = networkReach();
  const sum = (is: (reach: NetworkReach) => boolean) =>
    networks.filter(is).reduce((count, { readableAssets }) => count + readableAssets, 0);
  return {
    all: ASSETS.length,
    withoutKey: sum(({ withoutKey }) => withoutKey.length > 0),
    withFreeKeys: sum(({ withoutKey, withFreeKey }) => withoutKey.length + withFreeKey.length > 0),
  };
}

/** One sentence with the numbers. */
export function describeReach({ all, withoutKey, withFreeKeys }: AssetReach): string {
  return `Of ${all} assets, ${withoutKey} are read without a key, and ${withFreeKeys} with the free keys of all known providers.`;
}

/**
 * The table by network, in Markdown.
 *
 * @param answered names of providers that answered this installation, by network; null where none was asked
 */
export function reachTable(answered: ReadonlyMap<NetworkId, readonly string[]> | null): readonly string[] {
  const columns = [
    ...['Network', 'Assets', 'Documented', 'Recorded'],
    ...(answered === null ? [] : ['Answered here']),
    ...['Without a key', 'With a free key', 'Only by name', 'Lacks'],
  ];
  const rows = networkReach().map((reach) => [
    `${reach.network} (${NETWORKS[reach.network].name})`,
    reach.readableAssets === reach.assets ? String(reach.assets) : `${reach.readableAssets} of ${reach.assets}`,
    listed(reach.documented),
    listed(reach.recorded),
    ...(answered === null ? [] : [listed(answered.get(reach.network) ?? [])]),
    listed(reach.withoutKey),
    listed(reach.withFreeKey),
    listed(reach.onlyByName),
    reach.lacks,
  ]);
  return [columns, columns.map(() => '---'), ...rows].map(
    (cells) => `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`,
  );
}

function listed(words: readonly string[]): string {
  return words.join(', ');
}

function needsKey({ key }: KnownProvider): boolean {
  return key?.isRequired === true;
}

/** A token whose contract nobody has published cannot be read anywhere. */
function hasContract(asset: Asset): boolean {
  return asset.network !== null && contractOn(asset.network, asset) !== undefined;
}
