import { countOf } from '@assay/wording';
import type { Pool } from '../../../platform/db/index.ts';
import { pricesStore, STABLE_AT_PAR } from '../../chains/index.ts';
import {
  countLabels,
  describeLabels,
  factsOfSet,
  labelConflicts,
  labelSetVersion,
  listAges,
  listLabelSets,
} from '../../labels/index.ts';
import { describeHeld, ledgerPool, recordsHeld } from '../../records/index.ts';
import type { CoveragePorts } from './site.ports.ts';

/** The providers that the settings allow. */
export interface AskedProviders {
  readonly chains: CoveragePorts['chains'];
  readonly priceProviders: readonly string[];
  /** How often lists are fetched from their publishers, in hours; 0 for never. */
  readonly updateHours: number;
}

/** Conflicting addresses that are kept in memory to be paged; the page says how many there are. */
const LISTED_CONFLICTS = 10_000;

/** What the page 'Sources and coverage' states, from the database. */
export function storedCoverage(db: Pool, asked: AskedProviders): CoveragePorts {
  return {
    chains: asked.chains,
    prices: async () => ({
      atPar: [...STABLE_AT_PAR],
      held: [...(await pricesStore.series(db))],
      providers: [...asked.priceProviders],
    }),
    labelSetVersion: () => labelSetVersion(db),
    labelFacts: async () => ({ ...(await countLabels(db)), conflicts: await labelConflicts(db, LISTED_CONFLICTS) }),
    labelSets: async () => {
      const sets = await listLabelSets(db);
      return sets.map(({ name, origin, accepted, rejected, importedAt }) => {
        const { title, licence, url, asOf } = factsOfSet(name, origin);
        return { name, title, licence, url, origin, asOf, labels: accepted, rejected, importedAt };
      });
    },
    sanctionsLists: async () =>
      (await listAges(db))
        .filter(({ isSanctions }) => isSanctions)
        .map(({ title, currentAt }) => ({ title, currentAt })),
    updateHours: asked.updateHours,
    records: () => recordsHeld(db),
  };
}

/** Assets that the landing page names; those with fewer records are counted together. */
const NAMED_ASSETS = 4;

/** The data of this installation: a sentence for the labels, one for each of the largest assets, one for the rest. */
export async function describeStoredData(db: Pool): Promise<readonly string[]> {
  const held = (await recordsHeld(db)).toSorted((one, other) => other.records - one.records);
  const sentences = await Promise.all(
    held.slice(0, NAMED_ASSETS).map(async (asset) => describeHeld(await ledgerPool(db, asset), asset)),
  );
  const others = held.length - NAMED_ASSETS;
  if (others > 0) sentences.push(`This installation holds records of ${countOf(others, 'more asset')}.`);
  const labels = await describeLabels(db);
  return labels === null ? sentences : [labels, ...sentences];
}
