import { Payments } from '../world/payments.ts';
import { type Attack, type AttackScene, LOOT_USD } from './attack.ts';
import { looted } from './washing.ts';

/** In one transaction the thief's own clean money goes in beside the loot, and comes out to another account of his. */
function blended(clean: number): AttackScene {
  const payments = new Payments();
  payments.others('thief', 'mule', LOOT_USD);
  payments.pay('licensed-exchange', ['own-account', clean]);
  payments.together(
    ['own-account', 'router', clean],
    ['mule', 'router', LOOT_USD],
    ['router', 'own-safe', clean],
    ['router', 'subject', LOOT_USD],
  );
  return { payments, subject: 'subject', lockedUsd: clean };
}

/** The mule makes tokens of its own for the length of one transaction, in which it pays. */
function flashMinted(usd: number): AttackScene {
  const payments = new Payments();
  payments.others('thief', 'mule', LOOT_USD);
  payments.together(['issuer', 'mule', usd], ['mule', 'subject', LOOT_USD], ['mule', 'issuer', usd]);
  return { payments, subject: 'subject' };
}

/** The loot is spent; then clean money goes round by the account that paid it, and comes back to that account. */
function returnedByOther(rounds: number): AttackScene {
  const { payments } = looted();
  payments.pay('subject', ['own-safe', LOOT_USD]);
  if (rounds > 0) payments.pay('licensed-exchange', ['mule', LOOT_USD]);
  for (let round = 0; round < rounds; round += 1) {
    payments.pay('mule', ['subject', LOOT_USD]);
    payments.pay('subject', ['mule', LOOT_USD]);
  }
  return { payments, subject: 'subject', lockedUsd: rounds > 0 ? LOOT_USD : 0 };
}

/** Loot that no list names, with the thief's own money of an exchange beside it. */
function besideUnlisted(clean: number): AttackScene {
  const payments = new Payments();
  payments.others('stranger', 'subject', LOOT_USD);
  if (clean > 0) payments.pay('licensed-exchange', ['subject', clean]);
  return { payments, subject: 'subject', lockedUsd: clean };
}

/** The loot came by a mule, with as much of an exchange; after it, own accounts pay a dollar, again and again. */
function flooded(dust: number): AttackScene {
  const { payments } = looted();
  payments.pay('licensed-exchange', ['subject', LOOT_USD]);
  for (let at = 0; at < dust; at += 1) payments.pay('own-account', ['subject', 1]);
  return { payments, subject: 'subject', lockedUsd: LOOT_USD + dust };
}

/** The thief pays straight, beside money of an exchange, in a transaction that nobody can read whole. */
function hidden(isHidden: boolean): AttackScene {
  const payments = new Payments();
  payments.pay('licensed-exchange', ['subject', LOOT_USD]);
  const id = payments.together(['thief', 'subject', LOOT_USD], ['thief', 'third', 1]);
  return { payments, subject: 'subject', lockedUsd: LOOT_USD, ...(isHidden ? { notReadWhole: [id] } : {}) };
}

/** Somebody pays a sanctioned address; a day without a price has one payment of a dollar more. */
function withoutPrice(hasGap: boolean): AttackScene {
  const payments = new Payments();
  payments.others('licensed-exchange', 'subject', 10_000_000);
  payments.others('subject', 'own-safe', 9_000_000);
  payments.others('subject', 'sanctioned-party', 5_000);
  payments.wait(48);
  const { day } = payments;
  if (hasGap) payments.pay('subject', ['sanctioned-party', 1]);
  return { payments, subject: 'subject', ...(hasGap ? { daysWithoutPrice: [day] } : {}) };
}

/** Unasked money reaches an honest wallet, which does not notice and pays on. */
function spentOn(usd: number, from: string): AttackScene {
  const payments = new Payments();
  payments.others('licensed-exchange', 'victim', 5_000);
  if (usd > 0) payments.pay(from, ['victim', usd]);
  payments.others('victim', 'shop', 5_000 + usd);
  payments.others('licensed-exchange', 'victim', 5_000);
  return { payments, subject: 'victim', givenUpUsd: usd };
}

const spent = (id: string, from: string, sender: string): Attack => ({
  id,
  family: 'page_3',
  title: `Griefing, $5,000, spent on, by ${sender}`,
  says: `One payment, unasked, from ${sender} to a wallet that received $5,000 from a licensed exchange, which pays all on and receives as much again.`,
  aim: 'lower',
  seed: 0,
  before: () => spentOn(0, from),
  efforts: [1, 10.01, 50, 100, 250, 500, 999, 1_000.01].map((usd) => ({
    name: `$${usd.toLocaleString('en')}`,
    scene: () => spentOn(usd, from),
  })),
});

const ofPage = (one: Omit<Attack, 'family' | 'aim' | 'seed'>): Attack => ({
  ...{ family: 'page_3', aim: 'raise', seed: 0 },
  ...one,
});

const usd = (amount: number): string => `$${amount.toLocaleString('en')}`;

/** Attacks that the page of version 3 names (docs/method/3, sections 16 and 19). */
export const OF_PAGE_3: readonly Attack[] = [
  ofPage({
    id: 'blended',
    title: 'Own clean money in one transaction',
    says: 'In the transaction that passes the loot on, own money from a licensed exchange goes in beside it and out to an own account.',
    before: looted,
    efforts: [100_000, 400_000, 1_000_000, 4_000_000, 10_000_000].map((clean) => ({
      name: `${usd(clean)} for one transaction`,
      scene: () => blended(clean),
    })),
  }),
  ofPage({
    id: 'flash-mint',
    title: 'Flash mint',
    says: 'The account that passes the loot on mints millions and burns them in the same transaction.',
    before: looted,
    efforts: [{ name: '$4,000,000 for one transaction', scene: () => flashMinted(4_000_000) }],
  }),
  ofPage({
    id: 'returned-by-other',
    title: 'Returned by other money',
    says: 'The loot is spent. Clean money then comes from the account that paid it, and goes back to it.',
    before: () => returnedByOther(0),
    efforts: [1, 2, 6, 12].map((rounds) => ({ name: `${rounds} rounds`, scene: () => returnedByOther(rounds) })),
  }),
  ofPage({
    id: 'unlisted-loot',
    title: 'Loot that no list names',
    says: '$100,000 from somebody whom no list names, with own money of a licensed exchange beside it.',
    before: () => besideUnlisted(0),
    efforts: [50_000, 67_000, 100_000, 300_000].map((clean) => ({
      name: `${usd(clean)} beside it`,
      scene: () => besideUnlisted(clean),
    })),
  }),
  ofPage({
    id: 'dust-flood',
    title: 'A flood of dust',
    says: 'Own accounts pay a wallet with loot a dollar, again and again, so that the walk ends early.',
    before: () => flooded(0),
    efforts: [100, 2_000].map((dust) => ({
      name: `${dust.toLocaleString('en')} payments`,
      scene: () => flooded(dust),
    })),
  }),
  ofPage({
    id: 'not-read-whole',
    title: 'A transaction that cannot be read whole',
    says: 'The thief pays straight, beside as much from a licensed exchange, in a transaction that also pays a third account.',
    before: () => hidden(false),
    efforts: [{ name: 'one further payment', scene: () => hidden(true) }],
  }),
  ofPage({
    id: 'day-without-price',
    title: 'A day without a price',
    says: 'A wallet of $10 million paid $5,000 to a sanctioned address and $9 million elsewhere, and pays that address a dollar more on a day that has no price.',
    before: () => withoutPrice(false),
    efforts: [{ name: 'one payment of $1', scene: () => withoutPrice(true) }],
  }),
  spent('griefing-spent', 'sanctioned-party', 'a sanctioned sender'),
  spent('griefing-spent-by-a-scammer', 'scammer', 'a known scammer'),
];
