import { type EventType, type EventV1, NEWEST_API_VERSION } from '@assay/contracts/v1';
import type { ApiMode } from '@assay/domain';
import type { Db } from '../../../platform/db/index.ts';
import { checksStore } from '../../checks/index.ts';
import { randomDigits } from '../api-keys/key-text.ts';
import { type ApiCheck, apiChecksStore } from '../public-api/api-checks.store.ts';
import { endOf, liveCheck } from '../public-api/check-resource.ts';
import { eventsStore } from './events.store.ts';

const EVENT_ID_DIGITS = 20;

/** Something that happened to an object of the public API. */
export interface NewEvent<Type extends EventType = EventType> {
  readonly workspace: string;
  /** Events of test mode reach test endpoints only. */
  readonly mode: ApiMode;
  readonly type: Type;
  /** Public id of the object it is about, such as `chk_…`: events of one object are delivered in order. */
  readonly objectId: string;
  /** The object as it is now, as the public API answers it. */
  readonly data: Extract<EventV1, { readonly type: Type }>['data'];
  readonly at: Date;
  /** The only endpoint that gets it, whatever types it chose; default: all that chose the type. */
  readonly onlyTo?: string;
  /** It is sent after so long, for an end that is known beforehand; default: at once. */
  readonly delayMs?: number;
}

/**
 * Writes an event into the outbox, with a delivery for each endpoint that chose its type: in the transaction of what it
 * reports, so that both are there or neither. `tx` is in the scope of the workspace, or of service work.
 *
 * Order: events of one object are delivered to an endpoint in the order in which the transactions wrote them; those of
 * different objects in any order. Others who write an event of the same object wait until the transaction ends, so call
 * it as late as possible, and for several objects in the order of their ids.
 *
 * @returns id of the event
 */
export async function recordEvent<Type extends EventType>(tx: Db, event: NewEvent<Type>): Promise<string> {
  const { workspace, mode, type, objectId, data, at, onlyTo = null, delayMs = 0 } = event;
  const id = `evt_${randomDigits(EVENT_ID_DIGITS)}`;
  const body = JSON.stringify({
    id,
    object: 'event',
    type,
    timestamp: at.toISOString(),
    mode,
    api_version: NEWEST_API_VERSION,
    data,
  });
  await eventsStore.insert(tx, { id, workspace, mode, type, objectId, body, at, onlyTo, delayMs });
  return id;
}

export interface CheckEventsPorts {
  /** URL of the site, without a slash at the end. */
  readonly publicUrl: string;
}

/** Writes the events of checks that were asked for by API key, in the transaction of their end. */
export function buildCheckEvents({ publicUrl }: CheckEventsPorts) {
  async function ended(tx: Db, named: ApiCheck & { readonly workspace: string }): Promise<void> {
    const check = await checksStore.find(tx, named.subId);
    if (check === null) return;
    const end = endOf(liveCheck(named, check, publicUrl));
    await recordEvent(tx, { ...end, workspace: named.workspace, mode: 'live', objectId: named.id, at: new Date() });
  }

  return {
    /** Of checks that end, of whichever request. */
    checksEnded: async (tx: Db, subIds: readonly string[]): Promise<void> => {
      for (const named of await apiChecksStore.ofChecks(tx, subIds)) await ended(tx, named);
    },
    /** Of a check that ended before it was known whose it is. */
    checkEnded: ended,
  };
}
