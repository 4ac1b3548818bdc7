import { describe, expect, it } from 'vitest';
import { RunSlots } from './run-slots.ts';

const forEver = new AbortController().signal;

describe('places for checks', () => {
  it('are left at once by whoever is aborted while waiting, and go to the next in line', async () => {
    const slots = new RunSlots(1);
    const first = Promise.withResolvers<string>();
    const running = slots.run(forEver, () => first.promise);
    const leaving = new AbortController();
    const left = slots.run(leaving.signal, async () => 'never begun');
    const next = slots.run(forEver, async () => 'next');
    leaving.abort(new Error('its owner ended it'));
    await expect(left).rejects.toThrow('its owner ended it');
    first.resolve('first');
    expect(await Promise.all([running, next])).toEqual(['first', 'next']);
  });

  it('are free again after work that failed, and are not taken by whoever is aborted already', async () => {
    const slots = new RunSlots(1);
    const failing = slots.run(forEver, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await expect(slots.run(AbortSignal.abort(new Error('gone')), async () => 1)).rejects.toThrow('gone');
    expect(await slots.run(forEver, async () => 'free')).toBe('free');
  });
});
