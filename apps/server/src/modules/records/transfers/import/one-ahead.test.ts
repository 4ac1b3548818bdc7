import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { oneAhead } from './one-ahead.ts';

function numbers(until: number, end?: Error) {
  const seen = { asked: 0, closed: false };
  async function* made(): AsyncGenerator<number> {
    try {
      for (let number = 1; number <= until; number += 1) {
        seen.asked = number;
        yield number;
      }
      if (end !== undefined) throw end;
    } finally {
      seen.closed = true;
    }
  }
  return { seen, items: made() };
}

it('gives every item in order, and requests the next one while one is processed', async () => {
  const { seen, items } = numbers(4);
  const taken: [number, number][] = [];
  for await (const item of oneAhead(items)) {
    await turn();
    taken.push([item, seen.asked]);
  }
  expect(taken).toEqual([
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 4],
  ]);
});

it('throws a failure when its item is due, after all items before it', async () => {
  const { items } = numbers(2, new Error('torn'));
  const taken: number[] = [];
  const reading = async (): Promise<void> => {
    for await (const item of oneAhead(items)) {
      await turn();
      taken.push(item);
    }
  };
  await expect(reading()).rejects.toThrow('torn');
  expect(taken).toEqual([1, 2]);
});

it('ends its source when the loop over it ends early', async () => {
  const { seen, items } = numbers(9);
  for await (const item of oneAhead(items)) if (item === 2) break;
  expect(seen).toEqual({ asked: 3, closed: true });
});
