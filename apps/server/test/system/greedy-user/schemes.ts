import fc from 'fast-check';
import { ASKED_SATS, type Asset, heldDecision, PLAN_IDS, type SENT } from './money-steps.ts';
import { type Outcome, type Source, type Step, SUBJECTS, server, step, what } from './steps.ts';

type Steps = fc.Arbitrary<readonly Step[]>;

function inOrder(...parts: readonly Steps[]): Steps {
  return fc.tuple(...parts).map((all) => all.flat());
}

function oneOf(...steps: readonly [Step, ...Step[]]): Steps {
  return fc.constantFrom(...steps).map((one) => [one]);
}

const maybe = (part: Steps): Steps => fc.oneof(fc.constant([]), part);
/** Now and then something else comes between. */
const between: Steps = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: step.map((one) => [one]) },
);

/** A check of each subject, one after another, of which every walk ends so. */
function checks(whats: fc.Arbitrary<readonly number[]>, as: Outcome): Steps {
  const asked = fc.record({ whats, server, through: fc.constantFrom<Source>('site', 'API') });
  return asked.map(({ whats: all, ...ask }) =>
    all.flatMap((one): Step[] => [
      { do: 'check', what: one, key: null, ...ask },
      { do: 'walk ends', what: one, as },
    ]),
  );
}

const subjects = (least: number) => fc.shuffledSubarray([...SUBJECTS.keys()], { minLength: least });
const anySubject = what.map((number) => [number]);

const sent = (sats: readonly (typeof SENT)[number][], asset: readonly Asset[] = ['btc']): Steps =>
  fc
    .record({
      do: fc.constant('send crypto' as const),
      sats: fc.constantFrom(...sats),
      asset: fc.constantFrom(...asset),
      as: fc.constantFrom('partially_paid' as const, 'finished' as const),
    })
    .map((send) => [send]);
const byCrypto = inOrder(oneOf({ do: 'open a crypto order' }), sent([ASKED_SATS]));
const byCard = oneOf({ do: 'buy', server: 0 });
const aPlan: Steps = fc
  .record({
    do: fc.constant('change the plan' as const),
    by: fc.constantFrom('card' as const, 'crypto' as const),
    planId: fc.constantFrom(...PLAN_IDS),
  })
  .map((change) => [change]);
const anotherAccount = inOrder(
  oneOf({ do: 'delete the account', server: 0 }),
  oneOf({ do: 'register again', server: 0 }),
);
const cardGoesBack = oneOf({ do: 'refund', server: 0 }, { do: 'charge back' });

/** Buys, spends what was bought, has it paid back, and buys again. Free checks are spent first, those of a plan before. */
const owes: Steps = inOrder(
  fc.oneof(
    inOrder(aPlan, checks(subjects(1), 'rated'), between, oneOf({ do: 'plan is paid back' })),
    inOrder(maybe(anotherAccount), byCard, checks(subjects(2), 'rated'), between, cardGoesBack),
    inOrder(anotherAccount, byCrypto, checks(subjects(1), 'rated'), between, oneOf({ do: 'crypto is sent back' })),
  ),
  between,
  fc.oneof(byCard, byCard, byCrypto, aPlan),
);

/** Asks until nothing is answered for nothing any more; buys, asks on, and has the money paid back. */
const asksForNothing: Steps = inOrder(
  checks(subjects(3), 'not rated'),
  checks(anySubject, 'not rated'),
  maybe(inOrder(byCard, checks(anySubject, 'not rated'), maybe(inOrder(cardGoesBack, checks(anySubject, 'rated'))))),
);

const decided = heldDecision.map((decision): readonly Step[] => [decision]);

/** Money that pays nothing by itself, decided before and after the rest of it comes, and sent back after that. */
const isHeld: Steps = inOrder(
  oneOf({ do: 'open a crypto order' }),
  sent([1_000, 420_000, 1_500_000], ['btc', 'btc', 'eth']),
  // Twice too little is too little, or else the rest.
  maybe(sent([1_000, 420_000, 580_000])),
  maybe(decided),
  sent([1_000, 580_000, ASKED_SATS], ['btc', 'btc', 'eth']),
  decided,
  maybe(checks(subjects(2), 'rated')),
  // What was paid back is paid once all the same: nothing that comes or is decided later credits it again.
  maybe(inOrder(oneOf({ do: 'crypto is sent back' }), sent([ASKED_SATS]), decided)),
);

const often: Steps = fc
  .array(
    fc.oneof(
      { weight: 7, arbitrary: step.map((next): readonly Step[] => [next]) },
      { weight: 1, arbitrary: fc.oneof(owes, isHeld, owes, isHeld, isHeld) },
    ),
    { minLength: 6, maxLength: 40 },
  )
  .map((parts) => parts.flat());

/** What a greedy user does one after another: anything, and now and then what seldom comes by chance. */
export const manySteps = fc.record({
  steps: inOrder(
    // Before anything is bought: a purchase raises the budget for 30 days.
    fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: asksForNothing }),
    often,
  ),
  /** Whether a report is written at the end, which takes about a third of a run. */
  readsReport: fc.nat(3).map((turn) => turn === 3),
});
export type ManySteps = typeof manySteps extends fc.Arbitrary<infer T> ? T : never;
