import type { CheckAsset, DirectionEvidence, EvidenceRow, ResultLabel, WithdrawnLabel } from '@assay/contracts';
import type { Db } from '../../../platform/db/index.ts';
import type { LabelStatement } from '../../labels/index.ts';
import { withdrawnLabels } from './withdrawn-labels.store.ts';

/** Shares are sums of rounded numbers. */
const ROUNDING = 1e-6;

/** More than a result has labels in practice. */
const MOST = 1_000;

/**
 * Whether a result may rest on a label. A result states which labels each row met and some of its paths, not every
 * labelled address: a row that met the statement counts unless its paths explain its whole share without the address.
 * Deposit addresses are derived from labels of the entity they pay, so a row of them counts by the entity's name.
 */
export function restsOn(
  result: Pick<CheckAsset, 'address' | 'labels' | 'evidence'>,
  label: Omit<LabelStatement, 'network'>,
): boolean {
  const isOwn = result.address === label.address && result.labels.some((met) => isSame(met, label));
  return isOwn || [result.evidence.incoming, result.evidence.outgoing].some((side) => sideRestsOn(side, label));
}

function sideRestsOn({ rows }: DirectionEvidence, label: Omit<LabelStatement, 'network'>): boolean {
  return rows.some(
    (row) =>
      row.labels.some((met) => met.origin === 'derived' && met.entity === label.entity) ||
      (row.labels.some((met) => isSame(met, label)) && mayLeadTo(row, label.address)),
  );
}

function mayLeadTo({ paths, share }: EvidenceRow, address: string): boolean {
  if (paths.some(({ steps }) => steps.some(({ from, to }) => from === address || to === address))) return true;
  return paths.reduce((sum, path) => sum + path.share, 0) < share - ROUNDING;
}

function isSame(met: ResultLabel, { source, entity, category }: Omit<LabelStatement, 'network'>): boolean {
  return met.source === source && met.entity === entity && met.category === category;
}

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
