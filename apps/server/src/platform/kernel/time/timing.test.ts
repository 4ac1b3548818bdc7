import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { aborted, everyWhile, keepFor, untilAborted, within } from './timing.ts';

describe('keepFor', () => {
  it('asks once within its age, and again after it', async () => {
    let asked = 0;
    let now = 0;
    const ask = keepFor(10, async () => ++asked, { now: () => now });
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

  it('keeps only the answers that may be kept', async () => {
    let asked = 0;
    const ask = keepFor(1000, async () => ++asked, { isKept: (answer) => answer === 2 });
    expect(await ask()).toBe(1);
    expect([await ask(), await ask()]).toEqual([2, 2]);
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

describe('within', () => {
  it('waits for the work, and no longer than it may', async () => {
    const never = new Promise<void>(() => undefined);
    await within(1, never);
    await within(60_000, Promise.resolve());
    await within(Number.POSITIVE_INFINITY, Promise.resolve());
    await expect(within(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});

describe('untilAborted', () => {
  it('leaves work that does not listen to its signal', async () => {
    const stopping = new AbortController();
    const waiting = untilAborted(stopping.signal, new Promise(() => undefined));
    stopping.abort(new Error('stop'));
    await expect(waiting).rejects.toThrow('stop');
    await expect(untilAborted(stopping.signal, Promise.resolve(1))).rejects.toThrow('stop');
    expect(await untilAborted(new AbortController().signal, Promise.resolve(1))).toBe(1);
  });
});

describe('aborted', () => {
  it('resolves with the signal, also with one that was aborted before', async () => {
    const stopping = new AbortController();
    const waiting = aborted(stopping.signal);
    stopping.abort();
    await waiting;
    await aborted(stopping.signal);
  });
});
