import type { ApiMode } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { onceArrived, rowsBody } from '../../src/modules/api/batches/rows/rows-body.ts';
import { FLEX_TARIFF, FREE_TARIFF, type GrantReason, ledger } from '../../src/modules/money/index.ts';
import { AppError } from '../../src/platform/kernel/app-error.ts';
import { inWorkspace } from '../../src/platform/kernel/scope.ts';
import {
  type batchServer,
  jsonLines,
  makeBatch,
  newWorkspace,
  useBatchServers,
  waitingBatch,
} from '../support/batch-server.ts';

const FIRM = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const NOON = new Date('2026-11-28T12:00:00Z');
const DAY_MS = 86_400_000;
const WISHES = { name: null, metadata: {}, asset: null, network: null };

const batches = useBatchServers();
type Server = ReturnType<typeof batchServer>;

const stored = async (): Promise<number> =>
  (await batches.database.pool.query<{ rows: number }>('SELECT count(*)::integer AS rows FROM batch_rows')).rows[0]
    ?.rows ?? 0;

const unusable = (rows: number) => jsonLines('{}\n'.repeat(rows));

async function send(server: Server, rows: number, workspace = FIRM, mode: ApiMode = 'live'): Promise<string> {
  return inWorkspace(workspace, async () => {
    const maker = { workspace, mode, key: null, madeBy: null };
    return (await makeBatch(server.batches, maker, WISHES, unusable(rows))).id;
  });
}

/** What was answered: null, or what the client reads. */
async function refusal(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof AppError && error.errorName === 'TooManyRequests') return error.publicText ?? '';
    throw error;
  }
}

async function give(checks: number, reason: GrantReason, sub = FIRM, now = NOON): Promise<void> {
  const tariff = reason === 'signup' ? FREE_TARIFF : FLEX_TARIFF;
  await ledger.grant(batches.database.pool, {
    sub,
    tariff,
    checks,
    reason,
    key: `${reason}:${sub}:${checks}`,
    expiresAt: null,
    now,
  });
}

function serverAt(clock: { at: Date } = { at: NOON }): Server {
  return batches.server({ clock: { now: () => clock.at } });
}

describe('the rows of a day', () => {
  it('of who never bought are the checks left and a thousand, and no row beyond them is stored', async () => {
    const { pool } = batches.database;
    await newWorkspace(pool, FIRM, 0);
    await newWorkspace(pool, OTHER, 0);
    await give(1, 'signup');
    const clock = { at: NOON };
    const server = serverAt(clock);
    expect(await refusal(send(server, 100_000))).toBe(
      'The workspace can send 1,001 rows a day and has 1,001 rows left today; this body has 100,000 rows. More are possible at 2026-11-29 00:00 UTC, or once the workspace has bought more checks.',
    );
    expect(await stored()).toBe(0);
    expect((await pool.query('SELECT FROM batches')).rowCount).toBe(0);
    await send(server, 600);
    expect(await refusal(send(server, 402))).toMatch(/^The workspace can send 1,001 rows a day and has 401 rows left/);
    await send(server, 401, FIRM, 'test');
    expect(await refusal(send(serverAt(clock), 1))).toMatch(/ has 0 rows left today; this body has 1 row\./);
    // Another workspace has its own.
    await send(server, 1_000, OTHER);
    expect(await stored()).toBe(2_001);
    clock.at = new Date(NOON.getTime() + DAY_MS);
    await send(server, 1_001);
  });

  it('of who has many checks left are as many as those, also where none was bought', async () => {
    await newWorkspace(batches.database.pool, FIRM, 0);
    await give(2_000, 'signup');
    const server = serverAt();
    await send(server, 3_000);
    expect(await refusal(send(server, 1))).toMatch(/^The workspace can send 3,000 rows a day and has 0 rows left/);
  });

  it('of who bought are a hundred for each check, and a whole batch at least', async () => {
    await newWorkspace(batches.database.pool, FIRM, 0);
    await newWorkspace(batches.database.pool, OTHER, 0);
    await give(5, 'purchase');
    await give(2_000, 'purchase', OTHER);
    const server = serverAt();
    const most = async (workspace: string) => {
      await send(server, 1, workspace);
      await batches.database.pool.query('UPDATE batch_rows_of_day SET row_count = 1000000 WHERE workspace = $1', [
        workspace,
      ]);
      return refusal(send(server, 1, workspace));
    };
    expect(await most(FIRM)).toMatch(/^The workspace can send 100,005 rows a day/);
    expect(await most(OTHER)).toMatch(/^The workspace can send 202,000 rows a day/);
  });

  it('stay counted when a body that began the day before arrives later, and are given back from their own day', async () => {
    await newWorkspace(batches.database.pool, FIRM, 0);
    const clock = { at: new Date(NOON.getTime() + DAY_MS) };
    const server = serverAt(clock);
    await send(server, 900);
    const before = serverAt();
    const maker = { workspace: FIRM, mode: 'live' as const, key: null, madeBy: null };
    const late = await inWorkspace(FIRM, () => waitingBatch(before.batches, maker, WISHES, '{}\n'.repeat(100)));
    expect(await refusal(send(before, 1))).toMatch(/ has 0 rows left today/);
    expect(await refusal(send(server, 1))).toMatch(/ has 0 rows left today/);
    await late.fail();
    await send(server, 100);
    expect(await refusal(send(server, 1))).not.toBeNull();
  });

  it('are those of the day on which the body has arrived', async () => {
    await newWorkspace(batches.database.pool, FIRM, 0);
    const clock = { at: NOON };
    const server = serverAt(clock);
    async function* overMidnight() {
      clock.at = new Date(NOON.getTime() + DAY_MS);
      yield Buffer.from('{}\n'.repeat(1_000));
    }
    const maker = { workspace: FIRM, mode: 'live' as const, key: null, madeBy: null };
    const body = rowsBody('jsonl', overMidnight(), (bytes) => bytes);
    await inWorkspace(FIRM, () => makeBatch(server.batches, maker, WISHES, body));
    expect(await refusal(send(server, 1))).toMatch(/ has 0 rows left today/);
  });

  it('are not passed by bodies that arrive together at two servers, nor used up by what was not accepted', async () => {
    await newWorkspace(batches.database.pool, FIRM, 0);
    const [one, two] = [serverAt(), serverAt()];
    const answers = await Promise.all([one, two, one, two].map((server) => refusal(send(server, 400))));
    expect(answers.filter((text) => text === null)).toHaveLength(2);
    expect(await stored()).toBe(800);
    const maker = { workspace: FIRM, mode: 'live' as const, key: null, madeBy: null };
    await inWorkspace(FIRM, async () => {
      for (let times = 0; times < 3; times += 1) {
        const made = onceArrived(unusable(200), (body) =>
          one.batches.make(maker, WISHES, body, () => Promise.reject(new Error('The answer is not kept'))),
        );
        await expect(made).rejects.toThrow('The answer is not kept');
      }
    });
    expect(await stored()).toBe(800);
    await send(one, 200);
    expect(await refusal(send(one, 1))).not.toBeNull();
  });
});

describe('the parts of a batch', () => {
  const owner = { workspace: FIRM, mode: 'live' as const };

  async function opened(server: Server): Promise<string> {
    return inWorkspace(FIRM, async () => (await server.batches.open({ ...owner, key: null, madeBy: null }, WISHES)).id);
  }
  const put = (server: Server, id: string, index: number, rows: number) =>
    inWorkspace(FIRM, () => server.batches.putPart(owner, id, index, unusable(rows)));
  const inserted = async () =>
    (await batches.database.pool.query<{ rows: number }>('SELECT rows FROM inserted')).rows[0]?.rows;

  it('count for the day as they are stored, and each of them once', async () => {
    await newWorkspace(batches.database.pool, FIRM, 0);
    const server = serverAt();
    const id = await opened(server);
    await put(server, id, 0, 600);
    await put(server, id, 0, 600);
    expect(await refusal(put(server, id, 1, 401))).toMatch(/ has 400 rows left today/);
    await put(server, id, 1, 400);
    // What was stored before is answered like the first time, also where nothing is left.
    expect((await put(server, id, 1, 400)).parts).toEqual([0, 1]);
    expect(await stored()).toBe(1_000);
  });

  it('take their room before a row is stored: of those that arrive together, only what fits is', async () => {
    const { pool } = batches.database;
    await newWorkspace(pool, FIRM, 10_000);
    await pool.query(`CREATE TABLE inserted (rows integer); INSERT INTO inserted VALUES (0);
      GRANT ALL ON inserted TO PUBLIC;
      CREATE FUNCTION count_inserted() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN UPDATE inserted SET rows = rows + (SELECT count(*) FROM added); RETURN NULL; END $$;
      CREATE TRIGGER rows_are_counted AFTER INSERT ON batch_rows REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION count_inserted()`);
    const server = serverAt();
    const id = await opened(server);
    const parts = [0, 1, 2, 3].map((index) => put(server, id, index, 45_000));
    const answers = await Promise.allSettled(parts);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const [refused] = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject({ code: 'payload_too_large' });
    expect(await inserted()).toBe(90_000);

    // The same part twice at once: one of both is stored, and both are answered.
    const both = await Promise.all([put(server, id, 7, 5_000), put(server, id, 7, 5_000)]);
    expect(both.map(({ parts: [, , last] }) => last)).toEqual([7, 7]);
    expect(await inserted()).toBe(95_000);
    expect((await pool.query('SELECT FROM batch_arrivals')).rowCount).toBe(0);
  });

  it('can be sent again where the server that stored one has ended', async () => {
    const { pool } = batches.database;
    await newWorkspace(pool, FIRM, 0);
    const server = serverAt();
    const id = await opened(server);
    await pool.query(
      `INSERT INTO batch_arrivals (batch, part, upload, row_count, bytes, until)
       VALUES ($1, 0, gen_random_uuid(), 100000, 1, now() - interval '1 second')`,
      [id],
    );
    expect((await put(server, id, 0, 10)).parts).toEqual([0]);
  });

  it('leave nothing behind, in the day or the batch, where storing one fails', async () => {
    const { pool } = batches.database;
    await newWorkspace(pool, FIRM, 0);
    const server = serverAt();
    const id = await opened(server);
    await pool.query('ALTER TABLE batch_rows ADD CONSTRAINT fails CHECK (false) NOT VALID');
    await expect(put(server, id, 0, 900)).rejects.toThrow('fails');
    await pool.query('ALTER TABLE batch_rows DROP CONSTRAINT fails');
    expect((await put(server, id, 0, 1_000)).parts).toEqual([0]);
  });
});
