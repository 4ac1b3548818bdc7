import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome.ts';

const cost = (feesUsd: number, givenUpUsd: number, lockedUsd: number) => ({
  ...{ transactions: feesUsd, feesUsd, givenUpUsd },
  lockedUsd,
});

describe('what an attack brings', () => {
  const costs = [cost(1, 0, 0), cost(8, 0, 100), cost(2, 300, 0), cost(2, 300, 50)];

  it('names the cheapest effort that reaches four stars, and that reaches five', () => {
    const { reaching, most, after } = outcomeOf('raise', 2, costs, [3, 4, 5, 5]);
    expect(reaching).toEqual({
      four: { attempt: 1, usd: 8, lockedUsd: 100 },
      five: { attempt: 2, usd: 302, lockedUsd: 0 },
      warned: null,
      unrated: null,
    });
    expect({ most, after }).toEqual({ most: 3, after: 3 });
  });

  it('gains nothing where it ends without stars, which to a victim is a loss of its own', () => {
    const washed = outcomeOf('raise', 2, costs, [0, 0, 2, 2]);
    expect(washed).toMatchObject({ gained: 0, endsUnrated: true, reaching: { four: null, five: null } });
    const grieved = outcomeOf('lower', 5, costs, [5, 0, 3, 1]);
    expect(grieved.reaching).toMatchObject({
      warned: { attempt: 2, usd: 302, lockedUsd: 0 },
      unrated: { attempt: 1, usd: 8 },
    });
  });

  it('has to reach nothing that was so before', () => {
    expect(outcomeOf('raise', 4, costs, [4, 4, 5, 5]).reaching.four).toBeNull();
    expect(outcomeOf('lower', 3, costs, [1, 1, 1, 1]).reaching.warned).toBeNull();
  });
});
