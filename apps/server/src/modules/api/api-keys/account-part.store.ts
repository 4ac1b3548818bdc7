import type { Db } from '../../../platform/db/index.ts';
import { inService } from '../../../platform/kernel/scope.ts';

/** The keys' part of the export of a person's data. */
export const apiKeysPart = {
  name: 'api_keys',

  /** Keys of the personal workspace, and those of companies that the person made or replaced; never a key or its hash. */
  async *exportOf(db: Db, sub: string): AsyncGenerator<readonly object[]> {
    const { rows } = await inService('account export', () =>
      db.query(
        `SELECT k.id, k.workspace, k.name, k.hint, k.mode, k.scopes, k.address_ranges::text[] AS address_ranges,
                k.monthly_limit, k.created_at, k.created_by = $1 AS made_by_you,
                k.secret_by IS NOT DISTINCT FROM $1 AS replaced_by_you, k.expires_at, k.last_used_at, k.revoked_at
           FROM api_keys k WHERE k.workspace = $1 OR $1 IN (k.created_by, k.secret_by) ORDER BY k.created_at, k.id`,
        [sub],
      ),
    );
    yield rows;
  },

  // Those of the personal workspace go with it; a company keeps its keys, without who made them.
  erase: async (): Promise<void> => undefined,
};
