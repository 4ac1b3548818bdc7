import { Random } from '@assay/testkit';
import type { Attack, AttackScene } from './attack.ts';
import { richVictim } from './gaming-cases.ts';

const AMOUNTS = [10.01, 100, 999, 1_000.01, 11_000] as const;

const paid = (wealth: number, from: string, usd: number): AttackScene => ({
  ...richVictim(wealth, (payments) => payments.pay(from, ['victim', usd])),
  givenUpUsd: usd,
});

/** Many payments of about a dollar, by as many sanctioned senders of one list. */
function dusted(seed: number, payments: number): AttackScene {
  const random = new Random(seed);
  const amounts = Array.from({ length: payments }, () => Math.round(50 + random.next() * 100) / 100);
  return {
    ...richVictim(10_000_000, (history) => {
      for (const usd of amounts) history.pay('sanctioned-party', ['victim', usd]);
    }),
    givenUpUsd: amounts.reduce((sum, usd) => sum + usd, 0),
  };
}

const griefing = (id: string, wealth: number, wealthWords: string, from: string, sender: string): Attack => ({
  id,
  family: 'generator',
  title: `Griefing, ${wealthWords}, by ${sender}`,
  says: `One payment, unasked, from ${sender} to a wallet that received ${wealthWords} from a licensed exchange.`,
  aim: 'lower',
  seed: 0,
  before: () => richVictim(wealth, () => undefined),
  efforts: AMOUNTS.map((usd) => ({ name: `$${usd.toLocaleString('en')}`, scene: () => paid(wealth, from, usd) })),
});

/** Ways to lower the stars of somebody else. */
export const GRIEFING: readonly Attack[] = [
  {
    id: 'dusting',
    family: 'generator',
    title: 'Dusting',
    says: 'A sanctioned sender pays about a dollar, again and again, to a wallet that received $10 million.',
    aim: 'lower',
    seed: 31,
    before: () => richVictim(10_000_000, () => undefined),
    efforts: [12, 100, 900, 1_100].map((payments) => ({
      name: `${payments.toLocaleString('en')} payments`,
      scene: () => dusted(31, payments),
    })),
  },
  griefing('griefing-rich', 10_000_000, '$10 million', 'sanctioned-party', 'a sanctioned sender'),
  griefing('griefing-small', 5_000, '$5,000', 'sanctioned-party', 'a sanctioned sender'),
  griefing('griefing-by-a-scammer', 5_000, '$5,000', 'scammer', 'a known scammer'),
];
