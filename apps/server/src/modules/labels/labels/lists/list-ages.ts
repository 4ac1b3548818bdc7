import { findAuthority } from '@assay/domain';
import type { Db } from '../../../../platform/db/index.ts';
import { listLabelSets } from '../label-sets.store.ts';
import { listLabelUpdates } from './label-updates.store.ts';
import { PUBLISHERS } from './publishers.ts';
import { factsOfSet } from './set-facts.ts';

/** How old the stored list of a publisher is, by whom `assay labels update` fetches it. */
export interface ListAge {
  readonly setName: string;
  readonly title: string;
  /** An authority's list of sanctions, which no installation should be without. */
  readonly isSanctions: boolean;
  /** When it was last its publisher's present list, ISO 8601; null where none is stored, or nothing says so. */
  readonly currentAt: string | null;
}

/** The publishers' lists that are stored, and every list of sanctions, stored or not. */
export async function listAges(db: Db): Promise<readonly ListAge[]> {
  const [sets, updates] = [await listLabelSets(db), await listLabelUpdates(db)];
  return PUBLISHERS.flatMap(({ setName, title }) => {
    const isSanctions = findAuthority(setName) !== null;
    const set = sets.find(({ name }) => name === setName);
    if (set === undefined) return isSanctions ? [{ setName, title, isSanctions, currentAt: null }] : [];
    const stated = set.origin === 'import' ? set.importedAt : dayOf(factsOfSet(setName, 'starter').asOf);
    const seen = updates.find((update) => update.setName === setName)?.currentAt ?? null;
    const known = [stated, seen].filter((time) => time !== null);
    return [{ setName, title, isSanctions, currentAt: known.toSorted().at(-1) ?? null }];
  });
}

/** What ships says its day, or a sentence that no age follows from. */
function dayOf(asOf: string | null): string | null {
  return asOf !== null && /^\d{4}-\d{2}-\d{2}$/.test(asOf) ? `${asOf}T00:00:00.000Z` : null;
}
