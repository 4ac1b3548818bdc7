import { EVENT_FREEZE_LISTS, type EventFreezeList, titleOfFreezeList } from '../../../chains/index.ts';
import type { LabelFormatId } from '../import/label-formats.ts';

/** A publisher whose current list `assay labels update` fetches. */
export interface Publisher {
  readonly setName: string;
  readonly title: string;
  readonly format: LabelFormatId;
  readonly licence: string;
  /** Files to read; the listing of a GitHub repository and the paths in it that make up the set; or a contract's events. */
  readonly from:
    | { readonly url: string }
    | { readonly repository: string; readonly branch: string; readonly path: RegExp }
    | { readonly freezes: EventFreezeList };
}

function freezePublisher(freezes: EventFreezeList): Publisher {
  const { setName } = freezes;
  const title = titleOfFreezeList(freezes);
  return { setName, title, format: 'jsonl', licence: 'facts of a public ledger', from: { freezes } };
}

export const PUBLISHERS: readonly Publisher[] = [
  {
    setName: 'ofac-sdn',
    title: 'OFAC Specially Designated Nationals',
    format: 'ofac-xml',
    licence: 'US Government work, public domain',
    from: { url: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN_ADVANCED.XML' },
  },
  {
    setName: 'graphsense-actors',
    title: 'GraphSense ActorPack',
    format: 'actorpack',
    licence: 'MIT',
    from: { repository: 'graphsense/graphsense-tagpacks', branch: 'master', path: /^actors\/[^/]+\.ya?ml$/ },
  },
  {
    setName: 'graphsense-tagpacks',
    title: 'GraphSense TagPacks',
    format: 'tagpack',
    licence: 'MIT',
    from: { repository: 'graphsense/graphsense-tagpacks', branch: 'master', path: /^packs\/.+\.ya?ml$/ },
  },
  {
    setName: 'mining-pools',
    title: 'mempool mining pools',
    format: 'mining-pools',
    licence: 'MIT',
    from: { url: 'https://raw.githubusercontent.com/mempool/mining-pools/master/pools-v2.json' },
  },
  {
    setName: 'mew-darklist',
    title: 'MyEtherWallet darklist',
    format: 'darklist',
    licence: 'MIT',
    from: {
      url: 'https://raw.githubusercontent.com/MyEtherWallet/ethereum-lists/master/src/addresses/addresses-darklist.json',
    },
  },
  ...EVENT_FREEZE_LISTS.map(freezePublisher),
];
