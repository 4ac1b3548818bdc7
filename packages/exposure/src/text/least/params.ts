import type { Stars } from '@assay/domain';
import type { LeastChanges } from '../../change/least-changes.ts';
import type { LeastParams } from './templates.ts';

/** What the sentence on the smallest changes names; null where there is none. */
export function leastParamsOf({ share, path, claim }: LeastChanges, now: Stars): LeastParams | null {
  if (share === null && path === null && claim === null) return null;
  return {
    now,
    share_direction: share?.direction ?? null,
    share_category: share?.category ?? null,
    share_layer: share?.layer ?? null,
    share_is: share?.share ?? null,
    share_to: share?.to ?? null,
    share_stars: share?.stars ?? null,
    path_direction: path?.direction ?? null,
    path_category: path?.category ?? null,
    path_entity: path?.entity ?? null,
    path_share: path?.share ?? null,
    path_transaction: path?.transactionId ?? null,
    path_stars: path?.stars ?? null,
    claim_category: claim?.category ?? null,
    claim_entity: claim?.entity ?? null,
    claim_stars: claim?.stars ?? null,
  };
}
