import { type CanonicalResult, canonicalJson } from '@assay/certificate';
import type { VersionComparison } from '@assay/contracts';
import { findAsset } from '@assay/domain';
import { isMethodVersion, METHOD_REVISION, type MethodVersion, TEXT_SET, TEXT_SET_OF_METHOD_2 } from '@assay/exposure';
import type { CheckSnapshot } from '../../checks/index.ts';
import { computeAgain, type RecomputePorts } from './again.ts';
import { readingOfThen } from './reading-of-then.ts';

const OTHER: Readonly<Record<MethodVersion, MethodVersion>> = { '1': '2', '2': '1' };

const SAME =
  'Computed when you opened this page, from the same records and label lists as the result. It costs nothing.';
const CHANGED = 'Records or label lists have changed since this result. A new check can be compared again.';

/**
 * The stars that the other version of the method gives a result, from the same records and published lists; none where
 * these are no longer held as they were, since the difference would then not be that of the versions.
 */
export async function compareVersions(
  ports: RecomputePorts,
  stated: CanonicalResult,
  signal: AbortSignal,
): Promise<VersionComparison> {
  const version = isMethodVersion(stated.method_version) ? OTHER[stated.method_version] : '1';
  const none = (note: string): VersionComparison => ({ method_version: version, riskscore: null, total: null, note });
  const asset = findAsset(stated.asset.ticker, stated.asset.parent ?? undefined);
  const engine = ports.engineOf(version, METHOD_REVISION, version === '2' ? TEXT_SET_OF_METHOD_2 : TEXT_SET);
  if (asset === undefined || engine === null) return none(CHANGED);
  const gathering = await readingOfThen(stated, ports.readings);
  if (typeof gathering === 'string') return none(gathering);
  const isLive = gathering?.kind === 'records';
  const again = await computeAgain(ports, stated, { engine, asset, gathering }, signal, (snapshot) => ({
    isSame: areListsOf(stated, snapshot) && (isLive || areRecordsOf(stated, snapshot)),
  }));
  if (again === null || !again.facts.isSame) return none(CHANGED);
  const { computed } = again;
  return { method_version: version, riskscore: computed.riskscore, total: computed.total, note: SAME };
}

function areListsOf({ label_set: set }: CanonicalResult, { origin }: CheckSnapshot): boolean {
  return canonicalJson(set.sets) === canonicalJson(origin.labelSet.sets);
}

function areRecordsOf({ records }: CanonicalResult, { origin, tip }: CheckSnapshot): boolean {
  const last = tip === null ? null : { block: tip.block, time: tip.time.toISOString() };
  return records.count === (origin.records?.count ?? null) && canonicalJson(records.tip) === canonicalJson(last);
}
