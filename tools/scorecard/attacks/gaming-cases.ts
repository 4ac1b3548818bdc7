import { Payments } from '../world/payments.ts';
import { type Attack, type AttackScene, LOOT_USD } from './attack.ts';

const CRIMES = ['scammer', 'thief', 'ransom-gang', 'dark-market', 'malware-operator', 'mixer'] as const;

/** Stolen coins that an unlabelled account passes on. */
function passedOn(plan: (payments: Payments) => void): AttackScene {
  const payments = new Payments();
  payments.others('thief', 'mule', LOOT_USD);
  plan(payments);
  return { payments, subject: 'subject' };
}

/** A rich wallet, paid by a licensed exchange. */
export function richVictim(usd: number, plan: (payments: Payments) => void): AttackScene {
  const payments = new Payments();
  for (let month = 0; month < 10; month += 1) {
    payments.others('licensed-exchange', 'victim', usd / 10);
    payments.wait(700);
  }
  plan(payments);
  return { payments, subject: 'victim' };
}

function crimesOf(senders: readonly string[]): AttackScene {
  const payments = new Payments();
  payments.others('licensed-exchange', 'subject', 97_600);
  for (const sender of senders) payments.pay(sender, ['subject', 2_400 / senders.length]);
  return { payments, subject: 'subject', lockedUsd: 97_600 };
}

function beside(clean: number): AttackScene {
  const payments = new Payments();
  payments.pay('thief', ['subject', LOOT_USD]);
  if (clean > 0) payments.pay('licensed-exchange', ['subject', clean]);
  return { payments, subject: 'subject', lockedUsd: clean };
}

/** The five cases that led to version 2. */
export const GAMING_CASES: readonly Attack[] = [
  {
    id: 'two-payments',
    family: 'gaming_case',
    title: 'Two payments to an exchange wash the rest',
    says: 'Of $100,000 stolen, 95% go to an exchange in two payments; the rest goes to the wallet asked about.',
    aim: 'raise',
    seed: 0,
    before: () => passedOn((payments) => payments.pay('mule', ['subject', 5_000])),
    efforts: [
      {
        name: 'two payments of $47,500',
        scene: () => ({
          ...passedOn((payments) => {
            payments.pay('mule', ['exchange', 47_500]);
            payments.pay('mule', ['exchange', 47_500]);
            payments.pay('mule', ['subject', 5_000]);
          }),
          lockedUsd: 95_000,
        }),
      },
    ],
  },
  {
    id: 'one-transaction-of-1001-outputs',
    family: 'gaming_case',
    title: 'One transaction with 1,001 outputs',
    says: 'The account that passes $100,000 stolen on pays 1,000 strangers a cent each in the same transaction.',
    aim: 'raise',
    seed: 0,
    before: () => passedOn((payments) => payments.pay('mule', ['subject', LOOT_USD])),
    efforts: [
      {
        name: '1,001 outputs',
        scene: () => ({
          ...passedOn((payments) => {
            const dust = Array.from({ length: 1_000 }, (_, at) => [`stranger-${at}`, 0.01] as const);
            payments.pay('mule', ...dust, ['subject', LOOT_USD - 10]);
          }),
          givenUpUsd: 10,
        }),
      },
    ],
  },
  {
    id: 'ten-dollars-to-a-rich-wallet',
    family: 'gaming_case',
    title: '$10.01 from a sanctioned sender to a rich wallet',
    says: 'A sanctioned sender pays $10.01, unasked, to a wallet that received $10 million from a licensed exchange.',
    aim: 'lower',
    seed: 0,
    before: () => richVictim(10_000_000, () => undefined),
    efforts: [
      {
        name: 'one payment of $10.01',
        scene: () => ({
          ...richVictim(10_000_000, (payments) => payments.pay('sanctioned-party', ['victim', 10.01])),
          givenUpUsd: 10.01,
        }),
      },
    ],
  },
  {
    id: 'six-crimes',
    family: 'gaming_case',
    title: 'Six crimes of 0.4% each in place of one of 2.4%',
    says: 'A wallet of $100,000 took 2.4% from crime. The same sum is taken from six kinds of crime.',
    aim: 'raise',
    seed: 0,
    before: () => crimesOf(CRIMES.slice(0, 1)),
    efforts: [{ name: 'six senders of 0.4%', scene: () => crimesOf(CRIMES) }],
  },
  {
    id: 'stolen-among-millions',
    family: 'gaming_case',
    title: '$100,000 stolen among $3.5 million',
    says: 'The thief pays $100,000 straight into a wallet that takes $3.4 million from a licensed exchange.',
    aim: 'raise',
    seed: 0,
    before: () => beside(0),
    efforts: [{ name: '$3.4 million beside it', scene: () => beside(3_400_000) }],
  },
];
