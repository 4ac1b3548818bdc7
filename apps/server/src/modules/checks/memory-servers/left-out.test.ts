import { describe, expect, it } from 'vitest';
import { LeftOut } from './left-out.ts';

function open() {
  const clock = { now: 0 };
  return { clock, leftOut: new LeftOut(() => clock.now) };
}

describe('a memory server', () => {
  it('that failed is not asked for seconds, for any asset, and is reported once', () => {
    const { clock, leftOut } = open();
    expect([leftOut.note('a', 1, 'failed'), leftOut.note('a', 1, 'failed')]).toEqual([true, false]);
    expect([leftOut.mayAsk('a', 2), leftOut.mayAsk('b', 1)]).toEqual([false, true]);
    clock.now = 5_000;
    expect(leftOut.mayAsk('a', 2)).toBe(true);
  });

  it('of another state is asked for other assets meanwhile, and soon again for this one', () => {
    const { clock, leftOut } = open();
    expect(leftOut.note('a', 1, 'another state')).toBe(false);
    expect([leftOut.mayAsk('a', 1), leftOut.mayAsk('a', 2)]).toEqual([false, true]);
    clock.now = 250;
    expect(leftOut.mayAsk('a', 1)).toBe(true);
  });

  it('that answered, or was asked in vain by a cancelled check, is asked again at once', () => {
    const { leftOut } = open();
    leftOut.note('a', 1, 'answered');
    leftOut.note('a', 1, 'cancelled');
    expect(leftOut.mayAsk('a', 1)).toBe(true);
  });

  it('is remembered among a bounded number of them', () => {
    const { leftOut } = open();
    for (let at = 0; at < 1_001; at += 1) leftOut.note(`${at}`, 1, 'failed');
    expect([leftOut.mayAsk('0', 1), leftOut.mayAsk('1', 1), leftOut.mayAsk('1000', 1)]).toEqual([true, false, false]);
  });
});
