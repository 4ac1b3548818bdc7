import { isNetworkId, type NetworkId } from '@assay/domain';
import { z } from 'zod';
import {
  FORMAT_NETWORKS,
  isAskedByDefault,
  KEY_SETTINGS,
  type KeySetting,
  KNOWN_PROVIDERS,
  knownProvider,
  SOURCE_FORMATS,
  type SourceFormat,
} from './known-providers.ts';
import { SECRET, wholeNumber } from './setting-kinds.ts';

/** Who is asked for what on its network: a provider known by name, or a host of the operator's. */
export type SourceEntry = { readonly known: string } | { readonly format: SourceFormat; readonly url: string };

export interface SourceFacts {
  /** False: no chain is read live, whatever else is set. */
  readonly isOn: boolean;
  /** In the order they are asked; networks with nobody to ask are left out. */
  readonly chains: ReadonlyMap<NetworkId, readonly SourceEntry[]>;
  readonly keys: Partial<Readonly<Record<KeySetting, string>>>;
}

const EXPECTED =
  'networks with who is asked for each, such as BTC=esplora:https://esplora.example.org/api,mempool DOGE=none';

const key = (whose: string) =>
  z
    .string()
    .regex(/^[\w-]{8,200}$/, `an API key of ${whose}`)
    .optional();

/** The settings of the environment for chains read live. */
export const sourceSettings = {
  LIVE_CHAINS: z.enum(['on', 'off'], 'on or off').default('on'),
  CHAIN_SOURCES: z
    .string()
    .transform((text, context) => {
      const chains = readChains(text);
      if (chains === null) context.addIssue({ code: 'custom', message: EXPECTED });
      return chains ?? new Map<NetworkId, readonly SourceEntry[]>();
    })
    .optional(),
  BLOCKSCOUT_API_KEY: key('Blockscout').meta(SECRET),
  ETHERSCAN_API_KEY: key('Etherscan').meta(SECRET),
  HELIUS_API_KEY: key('Helius').meta(SECRET),
  NODEREAL_API_KEY: key('NodeReal').meta(SECRET),
  NOWNODES_API_KEY: key('NOWNodes').meta(SECRET),
  TRONGRID_API_KEY: key('TronGrid').meta(SECRET),
};

type SourceValues = z.infer<z.ZodObject<typeof sourceSettings>>;

/** Keys that somebody who is named cannot do without. */
export function missingSourceKeys(value: SourceValues): readonly KeySetting[] {
  const named = [...(value.CHAIN_SOURCES ?? [])].flatMap(([network, entries]) =>
    entries.map((entry) => ('known' in entry ? knownProvider(entry.known, network)?.key : null)),
  );
  return KEY_SETTINGS.filter((name) =>
    named.some((needed) => needed?.setting === name && needed.isRequired && value[name] === undefined),
  );
}

export function sourcesOf(value: SourceValues): SourceFacts {
  const keys = Object.fromEntries(
    KEY_SETTINGS.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])),
  ) as SourceFacts['keys'];
  const named: ReadonlyMap<NetworkId, readonly SourceEntry[]> = value.CHAIN_SOURCES ?? new Map();
  const all = new Map([...defaultChains(keys), ...named]);
  return { isOn: value.LIVE_CHAINS === 'on', chains: new Map([...all].filter(([, own]) => own.length > 0)), keys };
}

/** Everybody who can be asked without a key, or whose key is there. */
function defaultChains(keys: SourceFacts['keys']): ReadonlyMap<NetworkId, readonly SourceEntry[]> {
  const usable = KNOWN_PROVIDERS.filter(
    ({ key: needed }) => needed === null || !needed.isRequired || keys[needed.setting] !== undefined,
  );
  const assignments = usable.flatMap((provider) =>
    Object.keys(provider.urls)
      .filter(isNetworkId)
      .filter((network) => isAskedByDefault(provider, network))
      .map((network) => ({ network, entry: { known: provider.name } })),
  );
  const byNetwork = Map.groupBy(assignments, ({ network }) => network);
  return new Map([...byNetwork].map(([network, own]) => [network, own.map(({ entry }) => entry)]));
}

/** Null where the text is not as expected. */
function readChains(text: string): ReadonlyMap<NetworkId, readonly SourceEntry[]> | null {
  const chains = new Map<NetworkId, readonly SourceEntry[]>();
  for (const part of text.trim().split(/\s+/)) {
    const [, network = '', list = ''] = /^([A-Z]{2,10})=(\S+)$/.exec(part) ?? [];
    if (!isNetworkId(network) || chains.has(network)) return null;
    const entries = list === 'none' ? [] : list.split(',').map((entry) => readEntry(entry, network));
    if (entries.includes(null)) return null;
    chains.set(
      network,
      entries.filter((entry) => entry !== null),
    );
  }
  return chains;
}

function readEntry(text: string, network: NetworkId): SourceEntry | null {
  if (knownProvider(text, network) !== undefined) return { known: text };
  const [, format = '', url = ''] = /^([a-z]+):(https?:\/\/\S+)$/.exec(text) ?? [];
  const known = SOURCE_FORMATS.find((name) => name === format);
  if (known === undefined || !FORMAT_NETWORKS[known].includes(network) || !URL.canParse(url)) return null;
  return { format: known, url: url.replace(/\/+$/, '') };
}

/** How much one check may ask of chains that are read live. */
export interface OnDemandBudget {
  readonly calls: number;
  readonly milliseconds: number;
}

/** The settings of the environment for the budget of a check. */
export const onDemandSettings = {
  LIVE_CALLS: wholeNumber(1, 1_000, 'a number of requests, 1 to 1000').default(60),
  LIVE_SECONDS: wholeNumber(1, 120, 'a number of seconds, 1 to 120').default(15),
};

type OnDemandValues = z.infer<z.ZodObject<typeof onDemandSettings>>;

export function onDemandOf(value: OnDemandValues): OnDemandBudget {
  return { calls: value.LIVE_CALLS, milliseconds: value.LIVE_SECONDS * 1000 };
}
