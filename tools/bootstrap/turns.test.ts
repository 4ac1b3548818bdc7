import { describe, expect, it } from 'vitest';
import { takeTurns } from './turns.mjs';

type Show = (said: string | Uint8Array) => void;

/** A work that says what it is asked to, and ends when it is asked to. */
function workOf(name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let say: Show | null = null;
  return {
    work: (show: Show) => {
      say = show;
      return promise;
    },
    isBegun: () => say !== null,
    say: (text: string) => say?.(`${name}: ${text}\n`),
    end: () => resolve(name),
    fail: (reason: Error) => reject(reason),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('works that take turns', () => {
  it('run beside each other, as many as are wanted, and what they say comes in their order', async () => {
    const [a, b, c] = [workOf('a'), workOf('b'), workOf('c')];
    let printed = '';
    const all = takeTurns([a.work, b.work, c.work], 2, (said) => {
      printed += String(said);
    });
    await settled();
    expect([a, b, c].map((one) => one.isBegun())).toEqual([true, true, false]);
    b.say('1');
    a.say('1');
    expect(printed).toBe('a: 1\n');
    b.end();
    await settled();
    expect(c.isBegun()).toBe(true);
    c.say('1');
    a.say('2');
    expect(printed).toBe('a: 1\na: 2\n');
    a.end();
    await settled();
    expect(printed).toBe('a: 1\na: 2\nb: 1\nc: 1\n');
    c.say('2');
    expect(printed).toBe('a: 1\na: 2\nb: 1\nc: 1\nc: 2\n');
    c.end();
    expect(await all).toEqual(['a', 'b', 'c']);
  });

  it('all end when one throws, which is thrown then', async () => {
    const [a, b] = [workOf('a'), workOf('b')];
    let printed = '';
    const all = takeTurns([a.work, b.work], 2, (said) => {
      printed += String(said);
    });
    const outcome = expect(all).rejects.toThrow('a is broken');
    await settled();
    a.fail(new Error('a is broken'));
    await settled();
    b.say('still here');
    b.end();
    await outcome;
    expect(printed).toBe('b: still here\n');
  });

  it('are none at all', async () => {
    expect(await takeTurns([], 2)).toEqual([]);
  });
});
