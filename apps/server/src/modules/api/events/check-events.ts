import type { Db } from '../../../platform/db/index.ts';
import type { ChecksStore } from '../../checks/index.ts';
import type { ApiCheck, ApiChecksStore } from '../public-api/api-checks.store.ts';
import { endOf, liveCheck } from '../public-api/check-resource.ts';
import { recordEvent } from './record-event.ts';

export interface CheckEventsPorts {
  readonly checks: Pick<ChecksStore, 'find'>;
  readonly apiChecks: Pick<ApiChecksStore, 'ofChecks'>;
  /** URL of the site, without a slash at the end. */
  readonly publicUrl: string;
}

/** Writes the events of checks that were asked for by API key, in the transaction of their end. */
export function buildCheckEvents({ checks, apiChecks, publicUrl }: CheckEventsPorts) {
  async function ended(tx: Db, named: ApiCheck & { readonly workspace: string }): Promise<void> {
    const check = await checks.find(tx, named.subId);
    if (check === null) return;
    const end = endOf(liveCheck(named, check, publicUrl));
    await recordEvent(tx, { ...end, workspace: named.workspace, mode: 'live', objectId: named.id, at: new Date() });
  }

  return {
    /** Of checks that end, of whichever request. */
    checksEnded: async (tx: Db, subIds: readonly string[]): Promise<void> => {
      for (const named of await apiChecks.ofChecks(tx, subIds)) await ended(tx, named);
    },
    /** Of a check that ended before it was known whose it is. */
    checkEnded: ended,
  };
}
