import type { PoolClient } from '../../../../platform/db/index.ts';
import { positionAt, secondOf } from '../positions.ts';
import { type FlowRecord, readRecordsAfter, readRecordsIn } from './records-of-flows.store.ts';

/** So many records are in memory at once, and those of other assets in the same transactions. */
const RECORDS_AT_ONCE = 50_000;

/**
 * The records of a ledger after a position, in portions of whole seconds, in order.
 *
 * @param atOnce the most records of a portion, where no second has more
 */
export async function* wholeSeconds(
  client: PoolClient,
  ledgerId: number,
  after: number,
  atOnce = RECORDS_AT_ONCE,
): AsyncGenerator<readonly FlowRecord[]> {
  let position = after;
  for (;;) {
    const records = await readRecordsAfter(client, ledgerId, position, atOnce);
    const last = records.at(-1);
    if (last === undefined) return;
    const second = secondOf(last.position);
    const isEnd = records.length < atOnce;
    const before = isEnd ? records : records.filter((record) => secondOf(record.position) < second);
    // A second with more records than that is read as a whole.
    const portion =
      before.length > 0 ? before : await readRecordsIn(client, ledgerId, [{ first: second, last: second }]);
    yield portion;
    if (isEnd) return;
    position = before.length > 0 ? positionAt(second, 0) - 1 : positionAt(second + 1, 0) - 1;
  }
}
