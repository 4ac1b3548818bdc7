import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { everyWhile, keepFor } from './timing.ts';

describe('keepFor', () => {
  it('asks once within its age, and again after it', async () => {
    let asked = 0;
    let now = 0;
    const ask = keepFor(
      10,
      async () => ++asked,
      () => now,
    );
    expect([await ask(), await ask()]).toEqual([1, 1]);
    now = 10;
    expect(await ask()).toBe(2);
  });

  it('does not keep a failure', async () => {
    let asked = 0;
    const ask = keepFor(1000, async () => {
      asked += 1;
      if (asked === 1) throw new Error('no');
      return asked;
    });
    await expect(ask()).rejects.toThrow('no');
    expect(await ask()).toBe(2);
  });
});

describe('everyWhile', () => {
  it('repeats until stopped, and a stop waits for the running round', async () => {
    let ended = 0;
    const repetition = everyWhile(1, new AbortController().signal, async () => {
      await sleep(5);
      ended += 1;
    });
    await expect.poll(() => ended).toBeGreaterThan(1);
    await repetition.stop();
    const atStop = ended;
    await sleep(20);
    expect(ended).toBe(atStop);
  });
});
