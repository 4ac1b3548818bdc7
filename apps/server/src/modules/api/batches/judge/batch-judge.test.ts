import { ASSETS, MAX_ADDRESS_LENGTH } from '@assay/domain';
import { expect, it } from 'vitest';
import { countedWork } from '../../../../../test/support/counted-work.ts';
import type { PoolClient } from '../../../../platform/db/index.ts';
import type { JudgedRow } from '../batches.ports.ts';
import { BatchJudge, type BatchJudgePorts } from './batch-judge.ts';

const ROWS = 56;
/** Of one row, its address as long as a row may have it; three times what it takes. */
const STEPS_OF_A_ROW = 400_000;
const PARTS = ['1', 'z', '0x', 'bc1q', 'ﷺ', 'a_', '-----BEGIN '];
const UNUSED = async () => Promise.reject(new Error('Not asked for here'));

type Judging = BatchJudgePorts['judging'];

/** A judge of one batch, of which there are rows while `isLeft` says so. */
function judgeOf(
  mode: 'live' | 'test',
  { isLeft, rows, store }: Pick<Judging, 'rows' | 'store'> & { readonly isLeft: () => boolean },
) {
  const batch = { id: 'bat_1', workspace: 'w', mode, asset: null, network: null } as const;
  const judge: BatchJudge = new BatchJudge(
    {
      transaction: (work) => work({} as PoolClient),
      store: { find: UNUSED },
      judging: {
        claim: async () => (isLeft() ? batch : null),
        rows,
        store,
        finish: async () => {
          judge.wake();
          return false;
        },
        failed: UNUSED,
        giveUp: UNUSED,
      },
      catalogue: ASSETS,
      testChecks: { assertKnown: () => undefined },
      clock: { now: () => new Date(0) },
      log: { error: (facts) => expect.fail(String(facts.err)) },
    },
    () => undefined,
  );
  return judge;
}

/** A judge of one batch of bad rows, which it stores in `stored`; `seen` is called for each row before it is judged. */
function judgeOfBadRows(seen: () => void) {
  const stored: JudgedRow[] = [];
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    line: index + 1,
    number: index + 1,
    ticker: 'BTC',
    parent: '',
    address: (PARTS[index % PARTS.length] ?? '').repeat(MAX_ADDRESS_LENGTH).slice(0, MAX_ADDRESS_LENGTH),
    reference: null,
    extra: null,
    problem: null,
  }));
  const watched = Object.assign([...rows], {
    *[Symbol.iterator]() {
      for (const row of rows) {
        seen();
        yield row;
      }
    },
  });
  const judge = judgeOf('test', {
    isLeft: () => stored.length === 0,
    rows: async () => ({ upload: 'u', rows: watched }),
    store: async (_tx, _batch, { rows: judged }) => {
      stored.push(...judged);
      return 0;
    },
  });
  return { judge, stored };
}

it('lets others have their turn after each row that is as long as it may be', async () => {
  let sinceTurn = 0;
  let most = 0;
  const { judge, stored } = judgeOfBadRows(() => {
    sinceTurn += 1;
    most = Math.max(most, sinceTurn);
  });
  let isOver = false;
  const others = () => {
    sinceTurn = 0;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await judge.look();
  isOver = true;
  expect(stored.every(({ problem }) => problem !== null)).toBe(true);
  expect([stored.length, most]).toEqual([ROWS, 1]);
});

it('spends a bounded number of steps on a row, whatever it holds', async () => {
  const { judge, stored } = judgeOfBadRows(() => undefined);
  const { steps } = await countedWork(() => judge.look());
  expect(stored).toHaveLength(ROWS);
  expect(steps).toBeGreaterThan(ROWS);
  expect(steps / ROWS).toBeLessThan(STEPS_OF_A_ROW);
});

it('judges the largest batch some rows at a time, and asks for the next once those are stored', async () => {
  const all = 100_000;
  const asked: number[] = [];
  let [held, mostHeld, stored] = [0, 0, 0];
  const judge = judgeOf('live', {
    isLeft: () => stored < all,
    rows: async (_tx, _batch, size) => {
      asked.push(size);
      const rows = Array.from({ length: Math.min(size, all - stored) }, (_, index) => ({
        ...{ line: stored + index + 1, number: stored + index + 1, ticker: 'BTC', parent: '', address: '' },
        ...{ reference: null, extra: null, problem: null },
      }));
      held += rows.length;
      mostHeld = Math.max(mostHeld, held);
      return { upload: 'u', rows };
    },
    store: async (_tx, _batch, { rows }) => {
      stored += rows.length;
      held -= rows.length;
      return all - stored;
    },
  });
  await judge.look();
  expect([stored, held]).toEqual([all, 0]);
  expect(mostHeld).toBeLessThanOrEqual(1_000);
  expect(asked.length).toBeGreaterThanOrEqual(all / 1_000);
});
