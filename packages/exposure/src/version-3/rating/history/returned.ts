import type { Category } from '@assay/domain';
import type { NodeId } from '../../../records/record.ts';
import { type AccountHistory, isTainted, type OwnHistory, type OwnPayment, THIRTY_DAYS } from './own-history.ts';

/** How much of one part of a tainted inflow one payment sent back. Places are indexes in the history's lists. */
export interface ReturnedPart {
  readonly inflow: number;
  readonly part: number;
  readonly payment: number;
  /** Base units, more than 0. */
  readonly amount: bigint;
}

/** To which a tainted inflow can be sent back, besides accounts without a label. */
const RETURNED_TO: ReadonlySet<Category> = new Set(['stolen_coins', 'scam', 'ransom', 'malware']);

const isReturnable = ({ label }: OwnPayment): boolean => label === null || RETURNED_TO.has(label.category);

/**
 * What was returned (docs/method/3, section 8): net payments within 30 days of a tainted inflow to an account that paid
 * it, up to what that account paid of it and to what is still held of it, of several inflows the oldest first. On coin
 * networks nothing is.
 */
export function returnedParts(history: OwnHistory): ReturnedPart[] {
  switch (history.network) {
    case 'account':
      return returnedOnAccounts(history);
    case 'coin':
      return [];
  }
}

/** A tainted inflow, and what is still held of it. */
interface HeldInflow {
  readonly inflow: number;
  readonly time: number;
  held: bigint;
}

/** What one account paid of a tainted inflow and did not get back. */
interface OpenPart {
  readonly of: HeldInflow;
  readonly part: number;
  left: bigint;
}

/** A payment to an account that paid a tainted inflow, and what it does not send back so far. */
interface Asking {
  readonly payment: number;
  left: bigint;
}

function returnedOnAccounts({ inflows, payments, balances }: AccountHistory): ReturnedPart[] {
  const inflowsAt = Map.groupBy(inflows.entries(), ([, { at }]) => at);
  const paymentsAt = Map.groupBy(payments.entries(), ([, { at }]) => at);
  const held = new HeldInflows();
  const openOf = new Map<NodeId, OpenPart[]>();
  const returned: ReturnedPart[] = [];
  for (const { at, balance } of balances) {
    const asked = (paymentsAt.get(at) ?? []).flatMap(([payment, own]) => {
      const by: Asking = { payment, left: own.amount };
      const open = isReturnable(own) ? (openOf.get(own.payee) ?? []) : [];
      return open.filter(({ of }) => own.time - of.time <= THIRTY_DAYS).map((part) => ({ by, part }));
    });
    for (const one of sentBack(asked)) {
      returned.push(one);
      held.lose(one.amount);
    }
    for (const [inflow, own] of inflowsAt.get(at) ?? []) {
      if (!isTainted(own)) continue;
      const of = held.add(inflow, own);
      for (const [part, { payer, amount }] of own.parts.entries()) {
        const open = openOf.get(payer) ?? [];
        open.push({ of, part, left: amount });
        openOf.set(payer, open);
      }
    }
    held.limitTo(balance);
  }
  return returned;
}

/** What payments of one transaction send back, of each inflow in turn. */
function sentBack(asked: readonly { readonly by: Asking; readonly part: OpenPart }[]): ReturnedPart[] {
  const returned: ReturnedPart[] = [];
  const byInflow = [...Map.groupBy(asked, ({ part }) => part.of)].toSorted(([a], [b]) => a.inflow - b.inflow);
  for (const [of, all] of byInflow) {
    const wanted = all
      .map(({ by, part }) => ({ by, part, amount: smaller(by.left, part.left) }))
      .filter(({ amount }) => amount > 0n);
    const sum = wanted.reduce((before, { amount }) => before + amount, 0n);
    // Nothing says which of several payments of one transaction would be the one that sends back what is left.
    if (wanted.length > 1 && sum > of.held) continue;
    for (const { by, part, amount: most } of wanted) {
      const amount = smaller(most, of.held);
      if (amount === 0n) continue;
      returned.push({ inflow: of.inflow, part: part.part, payment: by.payment, amount });
      by.left -= amount;
      part.left -= amount;
      of.held -= amount;
    }
  }
  return returned;
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** All tainted inflows so far, and what is held of them together, which is never more than the balance. */
class HeldInflows {
  readonly #inflows: HeldInflow[] = [];
  /** Of those before it nothing is held any more. */
  #oldest = 0;
  #all = 0n;

  add(inflow: number, { time, amount }: { readonly time: number; readonly amount: bigint }): HeldInflow {
    const added = { inflow, time, held: amount };
    this.#inflows.push(added);
    this.#all += amount;
    return added;
  }

  /** Something was taken of one of them. */
  lose(amount: bigint): void {
    this.#all -= amount;
  }

  /** Where the balance is less, the oldest lose the difference, for good: what was spent is not sent back. */
  limitTo(balance: bigint): void {
    for (let one = this.#inflows[this.#oldest]; one !== undefined && this.#all > balance; ) {
      const lost = smaller(one.held, this.#all - balance);
      one.held -= lost;
      this.#all -= lost;
      if (one.held > 0n) break;
      this.#oldest += 1;
      one = this.#inflows[this.#oldest];
    }
  }
}
