import type { CryptoMoney } from './crypto.ts';
import { DAY_MS, type ModelBooks, REWARDS } from './model-books.ts';
import { ASKED_SATS, type Asset, type HeldDecision } from './money-steps.ts';

const COUNTED_FOR_MS = 7 * DAY_MS;
/** Of 10 checks for 9.90 dollars. */
const PRICE_CENTS = 990;
const BOUGHT = { series: 'flex', checks: REWARDS.bought, endsInDays: null } as const;

interface Part {
  readonly sats: number;
  readonly asset: Asset;
  readonly at: number;
  /** What of it pays the order, what checks were given for, and what is marked as sent back. */
  paid: number;
  given: number;
  refused: number;
  /** The grant of the checks that were given for it, which other parts may share. */
  grant: string | null;
  isBack: boolean;
}

interface ModelOrder {
  readonly sub: string;
  readonly key: string;
  readonly openedAt: number;
  readonly parts: Part[];
  /** By the rule or by a decision, once: also where the money went back since. */
  isPaid: boolean;
}

/** Whether an order is paid by what was sent for it: by whole numbers, and once. */
export class ModelCrypto {
  readonly #books: ModelBooks;
  readonly #now: () => number;
  #order: ModelOrder | null = null;
  #orders = 0;
  #grants = 0;

  constructor(books: ModelBooks, now: () => number) {
    this.#books = books;
    this.#now = now;
  }

  open(sub: string): void {
    this.#orders += 1;
    this.#order = { sub, key: `crypto ${this.#orders}`, openedAt: this.#now(), parts: [], isPaid: false };
  }

  /** `site`: the account there is now; an order of a former one is paid for nobody. */
  send(sats: number, asset: Asset, site: string | null): void {
    const order = this.#order;
    if (order === null) return;
    order.parts.push({ sats, asset, at: this.#now(), paid: 0, given: 0, refused: 0, grant: null, isBack: false });
    if (order.isPaid) return;
    const countable = order.parts.filter((part) => part.asset === 'btc' && !isLate(order, part));
    if (countable.reduce((sum, part) => sum + openOf(part), 0) < ASKED_SATS) return;
    let left = ASKED_SATS;
    for (const part of countable) {
      const paid = Math.min(left, openOf(part));
      part.paid += paid;
      left -= paid;
    }
    this.#pay(order, site);
  }

  #pay(order: ModelOrder, site: string | null): void {
    order.isPaid = true;
    if (order.sub === site) this.#books.purchase(order.sub, order.key, BOUGHT);
  }

  /** What two operators are answered who decide the same at the same moment: the money is there for one of them. */
  decide({ what, of }: HeldDecision, site: string | null): readonly string[] {
    const order = this.#order;
    const chosen = order === null ? [] : chosenOf(order, of);
    if (order === null || chosen.length === 0) return ['nothing', 'nothing'];
    if (what !== 'refuse' && order.sub !== site) return ['NotFound', 'NotFound'];
    if (what === 'order' && order.isPaid) return ['OrderClosed', 'OrderClosed'];
    const said = chosen.flatMap((part) => heldOf(order, part)).join(', ');
    this.#grants += 1;
    for (const part of chosen) {
      const open = openOf(part);
      if (what === 'order') part.paid += open;
      else if (what === 'refuse') part.refused += open;
      else {
        part.given += open;
        part.grant = `held ${this.#grants}`;
      }
    }
    if (what === 'order') this.#pay(order, site);
    if (what === 'checks') this.#books.of(order.sub).grant(`held ${this.#grants}`, 'flex', REWARDS.held, null);
    this.#books.met(HELD[what]);
    return [said, 'nothing'];
  }

  sendBack(): boolean {
    const order = this.#order;
    const last = order?.parts.findLast(({ isBack }) => !isBack);
    if (order == null || last === undefined) return false;
    last.isBack = true;
    if (last.grant !== null) this.#books.of(order.sub).revoke(last.grant);
    if (last.paid > 0) this.#books.of(order.sub).revoke(order.key);
    return true;
  }

  money(): CryptoMoney | null {
    const order = this.#order;
    if (order === null) return null;
    const sum = (read: (part: Part) => number) => order.parts.reduce((all, part) => all + read(part), 0);
    return {
      paid: sum(({ paid }) => paid),
      given: sum(({ given }) => given),
      refused: sum(({ refused }) => refused),
      held: order.parts.flatMap((part) => heldOf(order, part)),
    };
  }
}

/** What the tally of a test says of each decision. */
export const HELD: Readonly<Record<HeldDecision['what'], string>> = {
  order: 'held money pays its order',
  checks: 'checks are given for held money',
  refuse: 'held money is marked as sent back',
};

function isLate({ openedAt }: ModelOrder, { at }: Part): boolean {
  return at - openedAt > COUNTED_FOR_MS;
}

/** Arrived, still here, and nothing was done with it. */
function openOf({ sats, paid, given, refused, isBack }: Part): number {
  return isBack ? 0 : sats - paid - given - refused;
}

function chosenOf(order: ModelOrder, of: HeldDecision['of']): readonly Part[] {
  const held = order.parts.filter((part) => heldOf(order, part).length > 0);
  if (of === 'all') return held;
  return of === 'first' ? held.slice(0, 1) : held.slice(-1);
}

function heldOf(order: ModelOrder, part: Part): readonly string[] {
  const open = openOf(part);
  if (open === 0) return [];
  if (part.asset !== 'btc') return [`wrong_asset ${open}`];
  if (!order.isPaid) return [`${isLate(order, part) ? 'late' : 'less'} ${open}`];
  // Less than a cent is rounding.
  if (open * PRICE_CENTS < ASKED_SATS) return [];
  return [`${part.paid > 0 ? 'more' : 'second'} ${open}`];
}
