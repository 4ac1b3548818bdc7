import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOf } from '../../../../test/support/input-of.ts';
import { type FreezePeriod, freezePeriods } from './freeze-periods.ts';
import type { FreezeEvent } from './freezes.ports.ts';

const event = (address: string, kind: FreezeEvent['kind'], at: number): FreezeEvent => ({
  kind,
  address,
  block: at,
  logIndex: 0,
  at,
  transaction: `${address} ${at}`,
});

async function periodsOf(events: readonly FreezeEvent[]): Promise<FreezePeriod[]> {
  async function* stream() {
    yield* events;
  }
  return allOf(freezePeriods(stream()));
}

const spans = (periods: readonly FreezePeriod[]) => periods.map(({ address, from, to }) => [address, from.at, to?.at]);

describe('the periods of freezes', () => {
  it('begin with a freeze and end with the release that follows it', async () => {
    const found = await periodsOf([
      event('a', 'frozen', 1),
      event('a', 'released', 2),
      event('a', 'frozen', 3),
      event('b', 'frozen', 4),
    ]);
    expect(spans(found)).toEqual([
      ['a', 1, 2],
      ['a', 3, undefined],
      ['b', 4, undefined],
    ]);
  });

  it('are not changed by a second freeze, nor begun by a release alone', async () => {
    const found = await periodsOf([
      event('a', 'released', 1),
      event('a', 'frozen', 2),
      event('a', 'frozen', 3),
      event('a', 'released', 4),
      event('a', 'released', 5),
      event('b', 'released', 6),
    ]);
    expect(spans(found)).toEqual([['a', 2, 4]]);
  });

  it('say of every moment what the last event before it said', async () => {
    const kinds = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('frozen', 'released')), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(kinds, fc.integer({ min: 0, max: 31 }), async (rows, moment) => {
        const events = rows
          .map(([address, kind], at) => event(address, kind as FreezeEvent['kind'], at))
          .sort((a, b) => a.address.localeCompare(b.address) || a.at - b.at);
        const periods = await periodsOf(events);
        for (const address of ['a', 'b']) {
          const last = events.filter((one) => one.address === address && one.at <= moment).at(-1);
          const inside = periods.filter(
            (one) => one.address === address && one.from.at <= moment && (one.to === null || moment < one.to.at),
          );
          expect(inside).toHaveLength(last?.kind === 'frozen' ? 1 : 0);
        }
      }),
    );
  });
});
