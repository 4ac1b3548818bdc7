import { Random } from '@assay/testkit';
import { Payments } from '../world/payments.ts';
import { type Attack, type AttackScene, LOOT_USD } from './attack.ts';
import { looted } from './washing.ts';

const DEPOSIT_USD = 1_000;
/** Part of the wallet's money that comes from a licensed exchange, so that a service beside it is not all. */
const CLEAN_USD = 67_000;

/** A mixer that no list names: deposits of one size by customers of an exchange, paid out to new addresses. */
function unnamedMixer(seed: number, customers: number): AttackScene {
  const random = new Random(seed);
  const payments = new Payments();
  payments.others('thief', 'mule', LOOT_USD);
  const own = LOOT_USD / DEPOSIT_USD;
  payments.pay('mule', ...Array.from({ length: own }, (_, at) => [`own-${at}`, DEPOSIT_USD] as const));
  const deposits = random.shuffle([
    ...Array.from({ length: own }, (_, at) => ({ from: `own-${at}`, isOwn: true })),
    ...Array.from({ length: customers }, (_, at) => ({ from: `customer-${at}`, isOwn: false })),
  ]);
  for (const { from, isOwn } of deposits) {
    if (!isOwn) payments.others('licensed-exchange', from, DEPOSIT_USD);
    if (isOwn) payments.pay(from, ['unnamed-mixer', DEPOSIT_USD]);
    else payments.others(from, 'unnamed-mixer', DEPOSIT_USD);
  }
  for (const [at, { isOwn }] of random.shuffle(deposits).entries()) {
    payments.others('unnamed-mixer', isOwn ? 'subject' : `fresh-${at}`, DEPOSIT_USD * 0.99);
  }
  return { payments, subject: 'subject', givenUpUsd: LOOT_USD * 0.01 };
}

/** Stolen money beside money of a licensed exchange. */
function besideExchange(): AttackScene {
  const { payments } = looted();
  payments.pay('licensed-exchange', ['subject', CLEAN_USD]);
  return { payments, subject: 'subject', lockedUsd: CLEAN_USD };
}

interface ServiceEffort {
  /** Accounts of the thief that pay it with his own clean money, and what they pay in all. */
  readonly senders: number;
  readonly circulated: number;
  /** Accounts of the thief that it pays, and what they receive in all. */
  readonly receivers: number;
  readonly paidOut: number;
  /** Accounts over which the loot comes in, and over which it leaves. */
  readonly mules: number;
  readonly collectors: number;
  readonly days: number;
}

/** An account of the thief that many others of his pay and are paid by. */
function falseService(effort: ServiceEffort): AttackScene {
  const { senders, circulated, receivers, paidOut, mules, collectors, days } = effort;
  const payments = new Payments();
  payments.others('thief', 'mule', LOOT_USD);
  payments.pay('mule', ...Array.from({ length: mules }, (_, at) => [`mule-${at}`, LOOT_USD / mules] as const));
  if (senders > 0) {
    payments.pay('licensed-exchange', ['own-account', circulated]);
    const parts = Array.from({ length: senders }, (_, at) => [`sender-${at}`, circulated / senders] as const);
    payments.pay('own-account', ...parts);
  }
  for (let at = 0; at < mules; at += 1) payments.pay(`mule-${at}`, ['service', LOOT_USD / mules]);
  for (let at = 0; at < senders; at += 1) payments.pay(`sender-${at}`, ['service', circulated / senders]);
  const batch = Math.ceil(receivers / 10);
  for (let from = 0; from < receivers; from += batch) {
    payments.wait((24 * days) / 10);
    const paid = Array.from({ length: Math.min(batch, receivers - from) }, (_, at) => `receiver-${from + at}`);
    payments.pay('service', ...paid.map((to) => [to, paidOut / receivers] as const));
  }
  const part = (LOOT_USD - Math.max(0, paidOut - circulated)) / collectors;
  payments.pay('service', ...Array.from({ length: collectors }, (_, at) => [`collector-${at}`, part] as const));
  for (let at = 0; at < collectors; at += 1) payments.pay(`collector-${at}`, ['subject', part]);
  payments.pay('licensed-exchange', ['subject', CLEAN_USD]);
  return { payments, subject: 'subject', lockedUsd: CLEAN_USD + circulated };
}

/** The thief's own clean money goes through the account that holds the loot, on to an exchange, again and again. */
function circled(rounds: number): AttackScene {
  const payments = new Payments();
  payments.others('thief', 'mule', LOOT_USD);
  for (let round = 0; round < rounds; round += 1) {
    payments.pay('licensed-exchange', ['mule', LOOT_USD]);
    payments.pay('mule', ['licensed-exchange', LOOT_USD]);
  }
  payments.pay('mule', ['subject', LOOT_USD]);
  return { payments, subject: 'subject', lockedUsd: LOOT_USD };
}

/** A key that is on a sanctions list on one network, used on another. */
function sameKey(isElsewhere: boolean): AttackScene {
  const payments = new Payments();
  payments.pay('licensed-exchange', ['subject', LOOT_USD]);
  const labels = { subject: { category: 'sanctions' } } as const;
  return { payments, subject: 'subject', ...(isElsewhere ? { elsewhere: labels } : { labels }) };
}

const ONE_PAYER = { mules: 1, collectors: 1 };
const FEW = { mules: 11, collectors: 20, days: 8 };
const MANY = { mules: 130, collectors: 110, days: 8 };

/** Ways to have an account look like a service, or a sanctioned key like another. */
export const SERVICES: readonly Attack[] = [
  {
    id: 'unnamed-mixer',
    family: 'generator',
    title: 'Mixer without a label',
    says: 'The loot goes through a mixer that no list names, with customers of an exchange, at 1%.',
    aim: 'raise',
    seed: 21,
    before: looted,
    efforts: [100, 400, 1_200].map((customers) => ({
      name: `${customers.toLocaleString('en')} other customers`,
      scene: () => unnamedMixer(21, customers),
    })),
  },
  {
    id: 'false-service',
    family: 'generator',
    title: 'False service',
    says: 'The thief pays and is paid by accounts of his own until one looks like a service, and passes the loot through it, beside 40% from a licensed exchange.',
    aim: 'raise',
    seed: 0,
    before: besideExchange,
    efforts: [
      {
        name: '1,001 accounts, cents, one day',
        scene: () => falseService({ ...ONE_PAYER, senders: 20, circulated: 10, receivers: 980, paidOut: 9, days: 1 }),
      },
      {
        name: '1,010 accounts, $30,000 of clean money, eight days',
        scene: () => falseService({ ...FEW, senders: 110, circulated: 30_000, receivers: 900, paidOut: 29_000 }),
      },
      {
        name: '1,040 accounts, the loot in 130 parts, eight days',
        scene: () => falseService({ ...MANY, senders: 0, circulated: 0, receivers: 900, paidOut: 2_000 }),
      },
    ],
  },
  {
    id: 'washing-by-deposits',
    family: 'generator',
    title: 'Washing by deposits',
    says: 'Money from an exchange goes through the account that holds the loot and back to the exchange, $100,000 a round.',
    aim: 'raise',
    seed: 0,
    before: looted,
    efforts: [1, 2, 4, 6, 20].map((rounds) => ({ name: `${rounds} rounds`, scene: () => circled(rounds) })),
  },
  {
    id: 'same-key',
    family: 'generator',
    title: 'The same key on another network',
    says: 'A key on a sanctions list is used on another Ethereum-style network, where no list names it.',
    aim: 'raise',
    seed: 0,
    before: () => sameKey(false),
    efforts: [{ name: 'another network', scene: () => sameKey(true) }],
  },
];
