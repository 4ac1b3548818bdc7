import fc from 'fast-check';
import { NETWORKS } from './limits.ts';

/** Mail domains of many mailboxes: the greedy user's own with names below it, another catch-all, and a public provider's. */
export const DOMAINS = ['own', 'other', 'public'] as const;
export type Domain = (typeof DOMAINS)[number];

/** Three spellings of one mailbox at each provider that gives a mailbox several. */
export const SPELLINGS = {
  gmail: (box: string) => [`${box}x@gmail.com`, `${box}.x@googlemail.com`, `${box}.x+free@gmail.com`],
  proton: (box: string) => [`${box}x@proton.me`, `${box}_x@pm.me`, `${box}.x+free@protonmail.com`],
  yandex: (box: string) => [`${box}-x@yandex.ru`, `${box}.x@ya.ru`, `${box}-x+free@yandex.com`],
  fastmail: (box: string) => [`${box}x@fastmail.com`, `shop@${box}x.fastmail.com`, `${box}x+free@fastmail.com`],
} as const;
export type Provider = keyof typeof SPELLINGS;
export const SPELLINGS_OF_ONE = 3;

const network = fc.nat(NETWORKS.length - 1);
/** Milliseconds after which one of the two servers is killed; null: neither is. */
const killedAfterMs = fc.option(fc.nat(12), { nil: null });
const people = fc.integer({ min: 1, max: 6 });

/** How a greedy user farms free checks: many accounts and chats at once, all of them asking for the same. */
export const farmStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('many sign up' as const),
      domain: fc.constantFrom(...DOMAINS),
      people,
      network,
      killedAfterMs,
    }),
  },
  fc.record({
    do: fc.constant('one mailbox signs up in three spellings' as const),
    provider: fc.constantFrom(...(Object.keys(SPELLINGS) as Provider[])),
    network,
    killedAfterMs,
  }),
  fc.record({ do: fc.constant('many delete their accounts and sign up again' as const), network, killedAfterMs }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('many take the survey' as const),
      isEmpty: fc.boolean(),
      network,
      killedAfterMs,
    }),
  },
  fc.record({ do: fc.constant('many redeem one code' as const), network, killedAfterMs }),
  fc.record({ do: fc.constant('many open chats' as const), people, killedAfterMs }),
  fc.record({ do: fc.constant('many forget their chats and open them again' as const), killedAfterMs }),
);
export type FarmStep = typeof farmStep extends fc.Arbitrary<infer T> ? T : never;
