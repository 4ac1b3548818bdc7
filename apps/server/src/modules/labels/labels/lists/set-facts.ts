import { contractPage } from '@assay/domain';
import { PUBLISHERS, type Publisher } from './publishers.ts';

/** What is known of a list of labels beside its rows. */
export interface SetFacts {
  readonly title: string;
  /** Null where the operator's own list states none. */
  readonly licence: string | null;
  /** Address of the publisher; null for the operator's own lists. */
  readonly url: string | null;
  /** How old the publisher's data is, in words; null where only the rows' own dates say it. */
  readonly asOf: string | null;
}

/** The lists that ship with the product, as apps/server/starter/labels/README.md documents them, by set name. */
const STARTER_FACTS: Readonly<Record<string, SetFacts>> = {
  'am-i-exposed': {
    title: 'am-i-exposed, compiled from public sources',
    licence: 'MIT',
    url: 'https://github.com/Copexit/am-i-exposed',
    asOf: '2026-06-09',
  },
  corrections: {
    title: 'Corrections of other lists, each by its source',
    licence: 'MIT, Unlicense',
    url: null,
    asOf: '2026-11-28',
  },
  defihacklabs: {
    title: 'DeFiHackLabs, attackers of reproduced incidents',
    licence: 'Apache-2.0',
    url: 'https://github.com/SunWeb3Sec/DeFiHackLabs',
    asOf: '2026-08-22',
  },
  'defillama-cex': {
    title: 'Wallets stated by exchanges, collected by DefiLlama',
    licence: 'ISC',
    url: 'https://github.com/DefiLlama/DefiLlama-Adapters',
    asOf: '2026-08-22',
  },
  'defillama-protocols': {
    title: 'Holding addresses of protocols and services, collected by DefiLlama',
    licence: 'ISC',
    url: 'https://github.com/DefiLlama',
    asOf: '2026-08-22',
  },
  'graphsense-tagpacks': {
    title: 'GraphSense TagPacks and ActorPack, a sample',
    licence: 'MIT',
    url: 'https://github.com/graphsense/graphsense-tagpacks',
    asOf: '2026-05-12',
  },
  ledger: {
    title: 'Mint and burn addresses, facts of the ledgers themselves',
    licence: 'none needed',
    url: null,
    asOf: null,
  },
  'mew-darklist': {
    title: 'MyEtherWallet darklist',
    licence: 'MIT',
    url: 'https://github.com/MyEtherWallet/ethereum-lists',
    asOf: 'entries of 2018',
  },
  'mining-pools': {
    title: 'mempool mining pools',
    licence: 'MIT',
    url: 'https://github.com/mempool/mining-pools',
    asOf: '2026-02-24',
  },
  'nbctf-seizure-orders': {
    title: 'Israeli seizure orders (NBCTF), via a copy of the table',
    licence: 'Israeli government publication',
    url: 'https://nbctf.mod.gov.il',
    asOf: '2026-08-21',
  },
  'ofac-delisted': {
    title: 'OFAC: Tornado Cash, designated and removed again',
    licence: 'US Government work, public domain',
    url: 'https://sanctionslist.ofac.treas.gov',
    asOf: '2025-03-21',
  },
  'ofac-sdn': {
    title: 'OFAC Specially Designated Nationals, via a mirror',
    licence: 'US Government work, public domain',
    url: 'https://sanctionslist.ofac.treas.gov',
    asOf: '2026-08-20',
  },
};

/**
 * Title, licence and age of a list. A list that the operator brought in keeps what its publisher is known for; one of
 * the operator's own has its name and nothing else.
 *
 * @example factsOfSet('my-list', 'import').title // 'my-list'
 */
export function factsOfSet(name: string, origin: 'starter' | 'import'): SetFacts {
  const starter = Object.hasOwn(STARTER_FACTS, name) ? STARTER_FACTS[name] : undefined;
  if (origin === 'starter' && starter !== undefined) return starter;
  const publisher = PUBLISHERS.find(({ setName }) => setName === name);
  if (publisher === undefined) return { title: name, licence: null, url: null, asOf: null };
  const { title, licence, from } = publisher;
  return { title, licence, url: pageOf(from), asOf: null };
}

function pageOf(from: Publisher['from']): string | null {
  if ('url' in from) return new URL(from.url).origin;
  return 'repository' in from
    ? `https://github.com/${from.repository}`
    : contractPage(from.freezes.network, from.freezes.contract);
}
