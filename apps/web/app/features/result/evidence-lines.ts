import type { CheckAsset, EvidenceRow } from '@assay/contracts';
import { type EvidenceLine, formatAmount, formatShare } from '@assay/ui';

/** The table's lines of one direction, in the order the result gives them: by group, then share. */
export function evidenceLines(asset: CheckAsset, direction: 'incoming' | 'outgoing'): EvidenceLine[] {
  const unit = (baseUnits: string) => `${formatAmount(baseUnits, asset.decimals)} ${asset.ticker}`;
  return asset.evidence[direction].rows.map((row) => ({
    id: `${row.category}:${row.entity}:${row.layer}`,
    group: row.group,
    category: row.title,
    entity: row.entity,
    layer: row.layer,
    share: row.share,
    usd: row.usd,
    amount: unit(row.amount),
    hops: row.hops,
    remarks: remarksOn(row),
    paths: withoutRepeats(row.paths).map((path) => ({
      hops: path.hops,
      steps: path.steps.map((step) => ({
        from: step.from,
        to: step.to,
        transactionId: step.transaction_id,
        amount: unit(step.amount),
        time: step.time,
      })),
    })),
  }));
}

function remarksOn(row: EvidenceRow): string[] {
  const remarks: string[] = [];
  if (row.too_small) remarks.push('Too small to count');
  if (row.before_designation > 0) remarks.push(`${formatShare(row.before_designation)} before designation`);
  return remarks;
}

/** Payments of one transaction may leave several paths that read the same. */
function withoutRepeats(paths: EvidenceRow['paths']): EvidenceRow['paths'] {
  const texts = paths.map((path) => JSON.stringify(path.steps));
  return paths.filter((_, order) => texts.indexOf(texts[order] ?? '') === order);
}
