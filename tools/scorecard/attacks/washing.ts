import { Random } from '@assay/testkit';
import { Payments } from '../world/payments.ts';
import { type Attack, type AttackScene, LOOT_USD } from './attack.ts';

/** The subject has the loot from an account between it and the thief, as it is before any attack. */
export function looted(): AttackScene {
  const payments = new Payments();
  payments.others('thief', 'mule', LOOT_USD);
  payments.pay('mule', ['subject', LOOT_USD]);
  return { payments, subject: 'subject' };
}

function peelChain(seed: number, hops: number): AttackScene {
  const random = new Random(seed);
  const payments = new Payments();
  payments.others('thief', 'hop-0', LOOT_USD);
  let left = LOOT_USD;
  for (let hop = 0; hop < hops; hop += 1) {
    const peeled = Math.round(left * random.next() * 100 * (0.5 / hops)) / 100;
    payments.pay(`hop-${hop}`, [`hop-${hop + 1}`, left - peeled], [`side-${hop}`, peeled]);
    left -= peeled;
  }
  payments.pay(`hop-${hops}`, ['subject', left]);
  return { payments, subject: 'subject' };
}

function split(seed: number, parts: number): AttackScene {
  const random = new Random(seed);
  const payments = new Payments();
  payments.others('thief', 'mule', LOOT_USD);
  const weights = Array.from({ length: parts }, () => 0.5 + random.next());
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const shares = weights.map((weight) => Math.floor((LOOT_USD * weight) / sum));
  payments.pay('mule', ...shares.map((usd, at) => [`part-${at}`, usd] as const));
  for (const [at, usd] of shares.entries()) payments.pay(`part-${at}`, ['subject', usd]);
  return { payments, subject: 'subject' };
}

function delayed(days: number): AttackScene {
  const payments = new Payments();
  payments.others('thief', 'mule', LOOT_USD);
  payments.wait(24 * days);
  payments.pay('mule', ['subject', LOOT_USD]);
  return { payments, subject: 'subject' };
}

/** There and back through a service whose part in it the records show. */
function through(service: string, costShare: number): AttackScene {
  const payments = new Payments();
  payments.others('thief', 'mule', LOOT_USD);
  payments.pay('mule', [service, LOOT_USD]);
  payments.pay(service, ['subject', LOOT_USD * (1 - costShare)]);
  return { payments, subject: 'subject', givenUpUsd: LOOT_USD * costShare };
}

function decoyed(times: number): AttackScene {
  const payments = new Payments();
  payments.others('thief', 'mule', LOOT_USD);
  payments.pay('mule', ['subject', LOOT_USD]);
  payments.pay('licensed-exchange', ['subject', LOOT_USD * times]);
  return { payments, subject: 'subject', lockedUsd: LOOT_USD * times };
}

function ownContract(): AttackScene {
  const payments = new Payments();
  payments.others('thief', 'mule', LOOT_USD);
  payments.pay('mule', ['contract', LOOT_USD]);
  payments.pay('contract', ['subject', LOOT_USD]);
  return { payments, subject: 'subject', contracts: ['contract'] };
}

const raise = (one: Omit<Attack, 'family' | 'aim' | 'before'>): Attack => ({
  family: 'generator',
  aim: 'raise',
  before: looted,
  ...one,
});

/** Ways to have stolen money look like other money. */
export const WASHING: readonly Attack[] = [
  raise({
    id: 'peel-chain',
    title: 'Peel chain',
    says: 'The loot moves on from address to address, and a little is paid to a new one each time.',
    seed: 11,
    efforts: [3, 30, 300].map((hops) => ({ name: `${hops} addresses`, scene: () => peelChain(11, hops) })),
  }),
  raise({
    id: 'splits',
    title: 'Splits',
    says: 'The loot is divided over addresses of the thief and comes together again.',
    seed: 12,
    efforts: [2, 20, 200].map((parts) => ({ name: `${parts} parts`, scene: () => split(12, parts) })),
  }),
  raise({
    id: 'delays',
    title: 'Delays',
    says: 'The loot rests before it moves on.',
    seed: 0,
    efforts: [2, 30, 365].map((days) => ({ name: `${days} days`, scene: () => delayed(days) })),
  }),
  raise({
    id: 'swaps',
    title: 'Swaps',
    says: 'The loot goes into a liquidity pool and comes back out of it, at 0.3%.',
    seed: 0,
    efforts: [{ name: 'one swap', scene: () => through('pool', 0.003) }],
  }),
  raise({
    id: 'bridges',
    title: 'Bridges',
    says: 'The loot goes into a bridge and comes back out of it, at 0.1%.',
    seed: 0,
    efforts: [{ name: 'one bridge', scene: () => through('bridge', 0.001) }],
  }),
  raise({
    id: 'named-mixer',
    title: 'Mixer with a label',
    says: 'The loot goes through a mixer that a list names, at 1%.',
    seed: 0,
    efforts: [{ name: 'one mixer', scene: () => through('mixer', 0.01) }],
  }),
  raise({
    id: 'decoys',
    title: 'Decoys',
    says: 'Money from a licensed exchange is paid in beside the loot, to make its share small.',
    seed: 0,
    efforts: [1, 3, 9, 33, 99, 999].map((times) => ({ name: `${times} times the loot`, scene: () => decoyed(times) })),
  }),
  raise({
    id: 'own-contract',
    title: 'Own contract',
    says: 'The loot goes through a contract that the thief deployed.',
    seed: 0,
    efforts: [{ name: 'one contract', scene: ownContract }],
  }),
];
