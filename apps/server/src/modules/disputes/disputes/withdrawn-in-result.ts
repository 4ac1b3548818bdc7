import type { CheckAsset, WithdrawnLabel } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import { restsOn } from './rests-on.ts';
import { withdrawnLabels } from './withdrawn-labels.store.ts';

/** More than a result has labels in practice. */
const MOST = 1_000;

/** The labels that a result may rest on and that were withdrawn after it was begun, the newest decision first. */
export async function withdrawnInResult(db: Db, result: CheckAsset): Promise<readonly WithdrawnLabel[]> {
  const rows = [...result.evidence.incoming.rows, ...result.evidence.outgoing.rows];
  const met = [...result.labels, ...rows.flatMap(({ labels }) => labels)];
  const withdrawn = await withdrawnLabels(db, {
    entities: [...new Set(met.map(({ entity }) => entity))],
    // Labels are stored by network, else by currency.
    network: result.network ?? result.subticker ?? result.ticker,
    since: new Date(result.created_at),
    most: MOST,
  });
  return withdrawn.filter((label) => restsOn(result, label));
}
