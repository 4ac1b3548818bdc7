import { expect, it } from 'vitest';
import { refreshAfterFollowing } from './refresh-after-following.ts';

function refreshes({ everyMs = 60, fails = false } = {}) {
  let now = 0;
  let count = 0;
  const said: string[] = [];
  const { records, end } = refreshAfterFollowing(
    { signal: new AbortController().signal, err: (line) => said.push(line) },
    {
      everyMs,
      now: () => now,
      refresh: async () => {
        count += 1;
        if (fails && count === 1) throw new Error('the database is away');
      },
    },
  );
  return {
    said,
    /** How many refreshes there were once the tip was reached at a time, with records that changed. */
    at: async (time: number, changed: number): Promise<number> => {
      now = time;
      records(changed);
      await end();
      return count;
    },
  };
}

it('refreshes after records, at most once in its time, and what came meanwhile after it', async () => {
  const { at } = refreshes();
  expect(await at(0, 0)).toBe(0);
  expect(await at(1, 5)).toBe(1);
  expect(await at(30, 7)).toBe(1);
  expect(await at(60, 0)).toBe(1);
  // The network goes on with blocks without records of the followed assets.
  expect(await at(61, 0)).toBe(2);
  expect(await at(200, 0)).toBe(2);
});

it('says why a refresh failed, and does its work with the next one', async () => {
  const { at, said } = refreshes({ fails: true });
  expect(await at(1, 5)).toBe(1);
  expect(said).toEqual(['Derived labels could not be refreshed: the database is away']);
  expect(await at(61, 0)).toBe(2);
});

it('never refreshes where that was not asked for', async () => {
  expect(await refreshes({ everyMs: 0 }).at(1, 5)).toBe(0);
});
