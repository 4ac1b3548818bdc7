import type { ApiKey } from '@assay/contracts';
import type { StoredKey } from './api-keys.ports.ts';

/** A key as lists show it. */
export function presentKey(key: StoredKey, spentThisMonth: number, now: Date): ApiKey {
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    mode: key.mode,
    scopes: [...key.scopes],
    address_ranges: [...key.addressRanges],
    monthly_limit: key.monthlyLimit,
    spent_this_month: spentThisMonth,
    created_at: key.createdAt.toISOString(),
    created_by: key.createdBy,
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    former_until: key.formerUntil?.toISOString() ?? null,
    is_expired: key.expiresAt !== null && key.expiresAt <= now,
  };
}
