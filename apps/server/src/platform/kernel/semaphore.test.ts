import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

const forEver = new AbortController().signal;

describe('a semaphore', () => {
  it('runs no more tasks at a time than its limit, and starts the others in order of arrival', async () => {
    const two = new Semaphore(2);
    const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
    const started: number[] = [];
    const all = ends.map(({ promise }, index) =>
      two.run(forEver, async () => {
        started.push(index);
        await promise;
      }),
    );
    await nextTurn();
    expect(started).toEqual([0, 1]);
    ends[1]?.resolve();
    await nextTurn();
    expect(started).toEqual([0, 1, 2]);
    for (const end of ends) end.resolve();
    await Promise.all(all);
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it('skips a task that is aborted while it waits, and starts the next in the queue', async () => {
    const one = new Semaphore(1);
    const first = Promise.withResolvers<string>();
    const running = one.run(forEver, () => first.promise);
    const leaving = new AbortController();
    const left = one.run(leaving.signal, async () => 'never begun');
    const next = one.run(forEver, async () => 'next');
    leaving.abort(new Error('its owner ended it'));
    await expect(left).rejects.toThrow('its owner ended it');
    first.resolve('first');
    expect(await Promise.all([running, next])).toEqual(['first', 'next']);
  });

  it('is free again after a task that failed, and refuses a task that is already aborted', async () => {
    const one = new Semaphore(1);
    const failing = one.run(forEver, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await expect(one.run(AbortSignal.abort(new Error('gone')), async () => 1)).rejects.toThrow('gone');
    expect(await one.run(forEver, async () => 'free')).toBe('free');
  });
});
