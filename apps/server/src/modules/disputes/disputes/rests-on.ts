import type { CheckAsset, EvidenceRow, FormerResult, ResultLabel, ResultOf3, WithdrawnLabel } from '@assay/contracts';
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
export function restsOn(result: RestingResult, label: Omit<LabelStatement, 'network'>): boolean {
  const isOwn = result.address === label.address && result.labels.some((met) => isSame(met, label));
  return isOwn || rowsRestOn(rowsOf(result), label) || payeesRestOn(result, label);
}

/** What of a result says on which labels it rests. */
type RestingResult =
  | Pick<FormerResult, 'method_version' | 'address' | 'labels' | 'evidence'>
  | Pick<ResultOf3, 'method_version' | 'address' | 'labels' | 'mixtures' | 'paid' | 'senders'>;

type Row = Pick<EvidenceRow, 'labels' | 'paths' | 'share'>;

const rowsOf = (result: RestingResult): readonly Row[] =>
  result.method_version === '3'
    ? result.mixtures.flatMap(({ rows }) => rows)
    : [...result.evidence.incoming.rows, ...result.evidence.outgoing.rows];

/** Whether a result of version 3 names the address as one that was paid, or as a sender by its label. */
function payeesRestOn(result: RestingResult, { address, entity, category }: Omit<LabelStatement, 'network'>): boolean {
  if (result.method_version !== '3') return false;
  const named = [
    ...(result.paid?.rows ?? []),
    ...result.senders.flatMap((sender) =>
      sender.label === null ? [] : [{ ...sender.label, address: sender.address }],
    ),
  ];
  return named.some((one) => one.address === address && one.entity === entity && one.category === category);
}

function rowsRestOn(rows: readonly Row[], label: Omit<LabelStatement, 'network'>): boolean {
  return rows.some(
    (row) =>
      row.labels.some((met) => met.origin === 'derived' && met.entity === label.entity) ||
      (row.labels.some((met) => isSame(met, label)) && mayLeadTo(row, label.address)),
  );
}

function mayLeadTo({ paths, share }: Row, address: string): boolean {
  if (paths.some(({ steps }) => steps.some(({ from, to }) => from === address || to === address))) return true;
  return paths.reduce((sum, path) => sum + path.share, 0) < share - ROUNDING;
}

function isSame(met: ResultLabel, { source, entity, category }: Omit<LabelStatement, 'network'>): boolean {
  return met.source === source && met.entity === entity && met.category === category;
}

/** The labels that a result may rest on and that were withdrawn after it was begun, the newest decision first. */
export async function withdrawnInResult(db: Db, result: CheckAsset): Promise<readonly WithdrawnLabel[]> {
  const met: readonly Pick<ResultLabel, 'entity'>[] = [
    ...result.labels,
    ...rowsOf(result).flatMap(({ labels }) => labels),
    ...(result.method_version === '3'
      ? [...(result.paid?.rows ?? []), ...result.senders.flatMap(({ label }) => label ?? [])]
      : []),
  ];
  const withdrawn = await withdrawnLabels(db, {
    entities: [...new Set(met.map(({ entity }) => entity))],
    // Labels are stored by network, else by currency.
    network: result.network ?? result.subticker ?? result.ticker,
    since: new Date(result.created_at),
    most: MOST,
  });
  return withdrawn.filter((label) => restsOn(result, label));
}
