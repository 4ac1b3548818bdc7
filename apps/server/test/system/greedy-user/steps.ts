import fc from 'fast-check';
import { farmStep } from './farm-steps.ts';
import { moneyStep } from './money-steps.ts';

/** Subjects of the greedy user: tokens of one address, so that a report of one is no report of another. */
export const SUBJECTS = ['ETH', 'USDT', 'USDC'] as const;
export const SERVERS = [0, 1] as const;
/** How the walk of a check ends. */
export const OUTCOMES = ['rated', 'not rated', 'broken'] as const;
/** Through what a check of the account is asked for: its owner has one budget over all of them, and the chat joined to it. */
export const SOURCES = ['site', 'API', 'batch'] as const;
/** Where a server can be killed: at once, or when it gets there. */
export const DEATHS = ['now', 'written down', 'computed', 'taken'] as const;
export type Source = (typeof SOURCES)[number];
export type Outcome = (typeof OUTCOMES)[number];
export type Death = (typeof DEATHS)[number];

export const server = fc.constantFrom(...SERVERS);
export const what = fc.nat(SUBJECTS.length - 1);
/** Few, so that they meet; null sends none. */
const key = fc.option(fc.nat(2), { nil: null });

const through = fc.constantFrom<Source>('site', 'site', ...SOURCES);

/** Everything a greedy user can do, or make happen. Frequent are the steps that move one check. */
export const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('check' as const), server, what, key, through }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('check from chat' as const), server, what, key: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('check everywhere at once' as const), what }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('walk ends' as const),
      what,
      as: fc.constantFrom(...OUTCOMES, 'rated' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cancel' as const), server, what }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sweep' as const), server }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('time passes' as const), ms: fc.constantFrom(31_000, 13 * 3_600_000) }),
  },
  fc.record({ do: fc.constant('kill' as const), server, at: fc.constantFrom(...DEATHS) }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'delete the account' as const,
        'register again' as const,
        'redeem the code' as const,
        'take the survey' as const,
        'open the chat' as const,
        'join' as const,
        'part' as const,
        'forget the chat' as const,
      ),
      server,
    }),
  },
  fc.record({ do: fc.constantFrom('buy' as const, 'refund' as const, 'plan for half a day' as const), server }),
  fc.record({ do: fc.constant('share or revoke' as const), server, what }),
  { weight: 6, arbitrary: moneyStep },
  { weight: 6, arbitrary: farmStep },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
