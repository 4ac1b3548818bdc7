import type { FormerResult } from '@assay/contracts';
import type { EvidenceLine } from '@assay/ui';
import { formatCoins, hopsOf, remarksOnRow, withoutRepeats } from '@assay/wording';

/** The table's lines of one direction, in the order the result gives them: by group, then share. */
export function evidenceLines(asset: FormerResult, direction: 'incoming' | 'outgoing'): EvidenceLine[] {
  const unit = (baseUnits: string) => formatCoins(baseUnits, asset);
  return asset.evidence[direction].rows.map((row) => ({
    id: `${row.category}:${row.entity}:${row.layer}`,
    group: row.group,
    category: row.title,
    entity: row.entity,
    layer: row.layer,
    share: row.share,
    usd: row.usd,
    amount: unit(row.amount),
    hops: hopsOf(row),
    remarks: remarksOnRow(row),
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
