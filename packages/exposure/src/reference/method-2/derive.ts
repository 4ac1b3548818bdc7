import type { Category } from '@assay/domain';
import { atLeast, type Fraction, fraction, minus, plus, sum, times, ZERO } from './fraction.ts';
import type { DepositLabel } from './input.ts';

/** Derived labels by section 2 of method version 2, which is in preparation. */
const DAY = 86_400_000;
const SERVICES: readonly Category[] = [
  'exchange_licensed',
  'exchange_licence_unknown',
  'exchange_unlicensed',
  'exchange_fraudulent',
  'p2p_exchange_licensed',
  'p2p_exchange_licence_unknown',
  'p2p_exchange_unlicensed',
  'payment_processor',
  'online_wallet',
  'atm',
  'gambling',
];

/** What came to or left one address in one record (of an account network) or one transaction (net, UTXO). */
export interface Movement {
  readonly transaction: string;
  readonly time: number;
  readonly direction: 'in' | 'out';
  /** Change of the balance, fees included. */
  readonly amount: Fraction;
  /** Who paid or was paid; a fee is nobody's. */
  readonly parties: readonly { readonly address: string; readonly amount: Fraction }[];
}

/** The given label that counts for a party at a time, where its category is one of a service with deposits. */
export type ServiceAt = (address: string, time: number) => DepositLabel | null;

export function depositService(category: Category, entity: string): DepositLabel | null {
  return SERVICES.includes(category) ? { category, entity } : null;
}

const partyAmounts = (movement: Movement): Fraction => sum(movement.parties.map((party) => party.amount));

/** After at least half of the chosen outflows at most 1% of what came in since the last of them is left. */
function passesOn(opening: Fraction, movements: readonly Movement[], chosen: (one: Movement) => boolean): boolean {
  let [balance, arrived, emptied, count] = [opening, ZERO, 0, 0];
  for (const movement of movements) {
    if (movement.direction === 'in') {
      balance = plus(balance, movement.amount);
      arrived = plus(arrived, movement.amount);
      continue;
    }
    balance = atLeast(balance, movement.amount) ? minus(balance, movement.amount) : ZERO;
    if (!chosen(movement)) continue;
    count += 1;
    if (atLeast(times(arrived, fraction(1, 100)), balance)) emptied += 1;
    arrived = ZERO;
  }
  return count > 0 && emptied * 2 >= count;
}

/** At least half of what came in, by amount, was followed by an outflow to the service within 24 hours. */
function forwardsSoon(movements: readonly Movement[], chosen: (one: Movement) => boolean): boolean {
  let [all, soon] = [ZERO, ZERO];
  movements.forEach((movement, index) => {
    if (movement.direction === 'out') return;
    all = plus(all, movement.amount);
    const next = movements.slice(index + 1).find((later) => later.direction === 'out' && chosen(later));
    if (next !== undefined && next.time - movement.time <= DAY) soon = plus(soon, movement.amount);
  });
  return atLeast(times(soon, fraction(2)), all);
}

function toService(movement: Movement, entity: string, serviceAt: ServiceAt): Fraction {
  return sum(
    movement.parties
      .filter((party) => serviceAt(party.address, movement.time)?.entity === entity)
      .map((party) => party.amount),
  );
}

/** The service whose deposit address this is. The caller leaves labelled addresses out. */
export function depositOf(
  opening: Fraction,
  movements: readonly Movement[],
  serviceAt: ServiceAt,
): DepositLabel | null {
  const payments = movements.filter((one) => one.direction === 'out' && one.parties.length > 0);
  if (payments.length < 2) return null;
  const found = new Map<string, DepositLabel>();
  for (const payment of payments)
    for (const party of payment.parties) {
      const service = serviceAt(party.address, payment.time);
      if (service !== null && !found.has(service.entity)) found.set(service.entity, service);
    }
  const everything = sum(payments.map(partyAmounts));
  for (const service of found.values()) {
    const paid = sum(payments.map((one) => toService(one, service.entity, serviceAt)));
    const chosen = (one: Movement): boolean => toService(one, service.entity, serviceAt).n > 0n;
    if (!atLeast(paid, times(everything, fraction(95, 100)))) continue;
    if (forwardsSoon(movements, chosen) && passesOn(opening, movements, chosen)) return service;
  }
  return null;
}

function byParty(movements: readonly Movement[]): Map<string, Fraction> {
  const amounts = new Map<string, Fraction>();
  for (const { parties } of movements)
    for (const { address, amount } of parties) amounts.set(address, plus(amounts.get(address) ?? ZERO, amount));
  return amounts;
}

interface SideOfService {
  readonly parties: readonly string[];
  readonly spread: boolean;
}

function sideOfService(movements: readonly Movement[]): SideOfService {
  const amounts = [...byParty(movements)];
  const flow = sum(amounts.map(([, amount]) => amount));
  const descending = amounts.map(([, amount]) => amount).toSorted((a, b) => (atLeast(a, b) ? -1 : 1));
  return {
    parties: amounts
      .filter(([, amount]) => atLeast(amount, times(flow, fraction(1, 100_000))))
      .map(([address]) => address),
    spread: atLeast(times(flow, fraction(80, 100)), sum(descending.slice(0, 10))),
  };
}

/** Whether an address meets the conditions of an unlabelled service. */
export function meetsService(opening: Fraction, movements: readonly Movement[]): boolean {
  const dealt = movements.filter((one) => one.parties.length > 0);
  const transactions = new Set(dealt.map((one) => one.transaction));
  const days = new Set(dealt.map((one) => Math.floor(one.time / DAY)));
  if (transactions.size < 100 || days.size < 7) return false;
  const senders = sideOfService(dealt.filter((one) => one.direction === 'in'));
  const receivers = sideOfService(dealt.filter((one) => one.direction === 'out'));
  if (senders.parties.length < 100 || receivers.parties.length < 100) return false;
  if (new Set([...senders.parties, ...receivers.parties]).size <= 1000) return false;
  if (!senders.spread || !receivers.spread) return false;
  return !passesOn(opening, movements, (one) => one.parties.length > 0);
}
