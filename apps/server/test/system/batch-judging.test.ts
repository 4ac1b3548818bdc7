import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import { addresses, jsonLines, newWorkspace, useBatchServers } from '../support/batch-server.ts';

const FIRM = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const OWNER = { workspace: FIRM, mode: 'live' } as const;
const WISHES = { name: null, metadata: {}, asset: null, network: null };

const batches = useBatchServers();
const query = (sql: string, values: readonly unknown[] = []) => batches.database.pool.query(sql, [...values]);
type Server = ReturnType<typeof batches.server>;

const bodyOf = (rows: readonly string[]) =>
  jsonLines(rows.map((address) => `${JSON.stringify({ address, asset: 'ETH' })}\n`).join(''));

/** An open batch of parts with these addresses. */
async function openBatch({ batches: service }: Server, parts: readonly (readonly string[])[]): Promise<string> {
  const { id } = await service.open({ ...OWNER, key: null, madeBy: null }, WISHES);
  for (const [index, rows] of parts.entries()) await service.putPart(OWNER, id, index, bodyOf(rows));
  return id;
}

/** Leaves a part as the version before stored it: its rows are judged. */
const storedByFormerServer = (id: string, part: number) =>
  query('UPDATE batch_parts SET unjudged_from = NULL WHERE batch = $1 AND part = $2', [id, part]);

const isOver = ({ status }: { readonly status: string }) => status === 'completed';

it('works a batch whose parts the version before stored, and judges the others', async () => {
  await newWorkspace(batches.database.pool, FIRM, 10);
  const only = batches.server();
  const [former, mixed] = await inWorkspace(FIRM, async () => {
    const ids = [await openBatch(only, [addresses(2)]), await openBatch(only, [addresses(2, 2), addresses(1, 4)])];
    for (const id of ids) await storedByFormerServer(id, 0);
    for (const id of ids) await only.batches.close(OWNER, id);
    return ids;
  });
  only.worker.start();
  const later = await only.make(FIRM, addresses(1, 5));
  for (const [id, rows] of [
    [former, 2],
    [mixed, 3],
    [later, 1],
  ] as const) {
    expect(await only.until(FIRM, id ?? '', isOver)).toMatchObject({ rows: { total: rows, rated: rows } });
  }
});

it('judges the rows of a batch that a server of the version before closes', async () => {
  await newWorkspace(batches.database.pool, FIRM, 10);
  const only = batches.server();
  const id = await inWorkspace(FIRM, async () => {
    const opened = await openBatch(only, [[...addresses(2), 'wrong'], addresses(1)]);
    // What that version runs, as its workspace may.
    await only.pool.query(
      `INSERT INTO batch_subjects (batch, mode, ticker, parent, address, number, row_count)
       SELECT $1, 'live', ticker, parent, address, row_number() OVER (ORDER BY min(number)), count(*)
         FROM batch_rows WHERE batch = $1 AND code IS NULL GROUP BY ticker, parent, address`,
      [opened],
    );
    await only.pool.query(
      `UPDATE batches SET status = 'running', accepted_at = now(), row_count = 4, invalid = 0 WHERE id = $1`,
      [opened],
    );
    return opened;
  });
  only.worker.start();
  expect(await only.until(FIRM, id, isOver)).toMatchObject({
    rows: { total: 4, rated: 3, invalid: 1 },
    checks_charged: 2,
  });
});

it('judges other batches while the rows of one cannot be, and ends that one after six attempts', async () => {
  await newWorkspace(batches.database.pool, FIRM, 10);
  await newWorkspace(batches.database.pool, OTHER, 10);
  const only = batches.server();
  const broken = await only.make(FIRM, addresses(2));
  await storedByFormerServer(broken, 0);
  const whole = await only.make(OTHER, addresses(2));
  only.worker.start();
  await only.until(OTHER, whole, isOver);
  expect(await only.read(FIRM, broken)).toMatchObject({ status: 'running', rows: { waiting: 2 } });
  while (!isOver(await only.read(FIRM, broken))) {
    await query('UPDATE batches SET judge_after = now() WHERE id = $1 AND judge_after > now()', [broken]);
    only.worker.wake();
    await sleep(20);
  }
  expect(await only.read(FIRM, broken)).toMatchObject({
    rows: { total: 2, waiting: 0, invalid: 2 },
    checks_charged: 0,
  });
  const { rows } = await query('SELECT code FROM batch_rows WHERE batch = $1', [broken]);
  expect(rows).toEqual([{ code: 'internal_error' }, { code: 'internal_error' }]);
  const { rows: events } = await query('SELECT type FROM events WHERE object_id = $1', [broken]);
  expect(events).toEqual([{ type: 'batch.completed' }]);
  expect(only.faults.splice(0)).toHaveLength(6);
});
