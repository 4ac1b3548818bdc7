import { createHash, randomBytes } from 'node:crypto';
import {
  type BotAccount,
  type BotCheck,
  type BotJoinPreview,
  type BotPayment,
  type BotPrice,
  type BotResult,
  type BotShare,
  type BotTransaction,
  CheckRequest,
  type ErrorName,
} from '@assay/contracts';
import { DEFAULT_PRICE_LIST, priceOfChecks } from '@assay/domain';
import { buildFakeTransactions } from './fake-transactions.ts';
import { buildResult } from './results.ts';

export interface FakePerson {
  language: 'en' | 'ru' | null;
  own: number;
  joinedChecks: number;
  email: string | null;
  isSuspended: boolean;
}

export interface FakeCheck {
  readonly id: string;
  readonly userId: string;
  readonly key: string;
  readonly result: BotResult;
  readonly charged: boolean;
  /** Left to do; 0 is done. */
  stepsLeft: number;
  readonly steps: number;
  isFailed: boolean;
  revokedAt: string | null;
}

/** An error response of the API's table. */
export class Failure extends Error {
  readonly errorName: ErrorName;
  readonly retryAfter: number | null;

  constructor(errorName: ErrorName, retryAfter: number | null = null) {
    super(errorName);
    this.errorName = errorName;
    this.retryAfter = retryAfter;
  }
}

const FREE_CHECKS = 3;

export type FakeProduct = ReturnType<typeof buildFakeProduct>;

/** What the product keeps of people, checks and orders, in memory, by the rules that the bot relies on. */
export function buildFakeProduct() {
  const people = new Map<string, FakePerson>();
  const kept = new Map<string, string>();
  const links = new Map<string, { email: string; checks: number }>();
  const checks: FakeCheck[] = [];
  const transactions = buildFakeTransactions();

  const personOf = (userId: string): FakePerson => {
    const known = people.get(userId);
    if (known !== undefined) return known;
    const made: FakePerson = { language: null, own: FREE_CHECKS, joinedChecks: 0, email: null, isSuspended: false };
    people.set(userId, made);
    return made;
  };
  const balanceOf = ({ own, joinedChecks }: FakePerson) => own + joinedChecks;
  const idOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
  const ownOf = (userId: string) => checks.filter((check) => check.userId === userId).toReversed();

  function stateOf(check: FakeCheck): BotCheck {
    const { ticker, parent, address } = check.result;
    const { id: sub_id, charged, steps, stepsLeft } = check;
    const base = { sub_id, ticker, parent, address, charged, checks: balanceOf(personOf(check.userId)) };
    if (check.isFailed) return { ...base, status: 'failed' };
    if (stepsLeft > 0) {
      const phase = stepsLeft === steps ? 'loading' : 'walking';
      return { ...base, status: 'running', progress: (steps - stepsLeft) / steps, phase };
    }
    return { ...base, status: 'done', result: { ...check.result, revoked_at: check.revokedAt } };
  }

  function find(id: string): FakeCheck {
    const found = checks.find((check) => check.id === id);
    if (found === undefined) throw new Failure('NotFound');
    return found;
  }

  /** Releases the check credit of a check that fails or ends N/A, as the balance ledger does. */
  function take(person: FakePerson, isGivenBack: boolean): void {
    if (balanceOf(person) === 0) throw new Failure('NotEnoughChecks');
    if (isGivenBack) return;
    if (person.joinedChecks > 0) person.joinedChecks -= 1;
    else person.own -= 1;
  }

  async function begin(
    userId: string,
    key: string,
    facts: Pick<BotResult, 'address' | 'ticker' | 'parent' | 'payment'>,
  ): Promise<BotCheck> {
    const { address, ticker, parent, payment } = facts;
    const person = personOf(userId);
    if (self.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, self.delayMs));
    const mine = ownOf(userId).filter(({ isFailed }) => !isFailed);
    const known = mine.find((check) => check.key === key);
    if (known !== undefined) return stateOf(known);
    if (person.isSuspended) throw new Failure('AccountSuspended');
    const id = idOf(`${userId} ${key} ${checks.length}`);
    const result = buildResult({ sub_id: id, ...facts, ...self.results.get(address) });
    const subjectOf = (one: typeof facts) =>
      JSON.stringify([one.address, one.ticker, one.parent, one.payment?.transaction_id, one.payment?.direction]);
    const isRepeat = mine.some((check) => subjectOf(check.result) === subjectOf({ address, ticker, parent, payment }));
    const isRated = result.riskscore > 0;
    if (!isRepeat) take(person, self.failsChecks || !isRated);
    const check: FakeCheck = {
      ...{ id, userId, key, result, charged: !isRepeat && isRated },
      ...{ stepsLeft: self.steps, steps: self.steps, isFailed: self.failsChecks, revokedAt: null },
    };
    checks.push(check);
    return stateOf(check);
  }

  const self = {
    transactions,
    checks: checks as readonly FakeCheck[],
    /** What checks of an address find. */
    results: new Map<string, Partial<BotResult>>(),
    /** How often a check is asked for before it is done; 0 answers at once. */
    steps: 0,
    /** Milliseconds each check takes to answer. */
    delayMs: 0,
    /** Checks end failed. */
    failsChecks: false,
    orders: new Map<string, 'pending' | 'partial' | 'paid' | 'expired'>(),
    person: (userId: number) => personOf(String(userId)),
    /** Checks taken from balances so far. */
    spent: () => checks.filter(({ charged, isFailed }) => charged && !isFailed).length,

    /** Adds earlier checks of a person. */
    seed(userId: number, results: readonly Partial<BotResult>[]): void {
      for (const [index, facts] of results.entries()) {
        const id = idOf(`${userId} before ${index}`);
        const result = buildResult({ ...facts, sub_id: id });
        const past = { userId: String(userId), key: `before ${index}`, charged: false, isFailed: false };
        checks.push({ id, result, stepsLeft: 0, steps: 0, revokedAt: null, ...past });
      }
    },

    /** A join link of an account of the site. */
    joinLink(email: string, count: number): string {
      const token = randomBytes(32).toString('base64url');
      links.set(token, { email, checks: count });
      return token;
    },

    account(userId: string): BotAccount {
      const person = personOf(userId);
      return {
        user_id: userId,
        language: person.language,
        checks: balanceOf(person),
        own_checks: person.own,
        free_checks: FREE_CHECKS,
        joined: person.email === null ? null : { email: person.email, since: '2026-11-20T20:00:00.000Z' },
        is_suspended: person.isSuspended,
        suspended_reason: person.isSuspended ? 'Several accounts of one person' : null,
        join_url: 'https://assay.example.org/account?tab=telegram',
      };
    },

    open(userId: string, language: 'en' | 'ru' | undefined): BotAccount {
      const person = personOf(userId);
      person.language = language ?? person.language;
      return self.account(userId);
    },

    forget: (userId: string) => people.delete(userId),

    keep(address: string): string {
      const id = createHash('sha256').update(address).digest('base64url').slice(0, 22);
      kept.set(id, address);
      return id;
    },

    keptAddress(id: string): string {
      const address = kept.get(id);
      if (address === undefined) throw new Failure('NotFound');
      return address;
    },

    check(userId: string, body: unknown, key: string): Promise<BotCheck> {
      const { address, ticker, parent } = CheckRequest.parse(body);
      return begin(userId, key, { address, ticker, parent });
    },

    transaction(userId: string, id: string): BotTransaction {
      if (personOf(userId).isSuspended) throw new Failure('AccountSuspended');
      const text = 'No record of this transaction is stored.';
      return transactions.known.get(id) ?? { is: 'refused', reason: 'no record', text, networks: ['TRX'] };
    },

    checkPayment(userId: string, kept: string, key: string): Promise<BotCheck> {
      const payment = transactions.payments.get(kept);
      if (payment === undefined) throw new Failure('NotFound');
      return begin(userId, key, payment);
    },

    readCheck(userId: string, id: string): BotCheck {
      const check = find(id);
      check.stepsLeft = Math.max(0, check.stepsLeft - 1);
      if (check.revokedAt !== null && check.userId !== userId) throw new Failure('NotFound');
      return stateOf(check);
    },

    setShared(userId: string, id: string, isShared: boolean): BotShare {
      const check = find(id);
      const isOwner = check.userId === userId;
      if (!isOwner && !isShared) throw new Failure('NotFound');
      if (isOwner) check.revokedAt = isShared ? null : '2026-11-20T20:10:00.000Z';
      return { is_owner: isOwner, url: check.result.url, revoked_at: check.revokedAt };
    },

    /** Newest first. */
    resultsOf: (userId: string, address = ''): readonly BotResult[] =>
      ownOf(userId)
        .filter(({ stepsLeft, result }) => stepsLeft === 0 && (address === '' || result.address === address))
        .map(({ result }) => result),

    prices: (): readonly BotPrice[] =>
      [10, 50, 200, 500, 1_000].map((checks) => ({
        checks_number: checks,
        amount_cents: priceOfChecks(checks, DEFAULT_PRICE_LIST).priceCents,
      })),

    openOrder(checksNumber: number): BotPayment {
      const orderId = randomBytes(16).toString('hex');
      self.orders.set(orderId, 'pending');
      return {
        url: `https://pay.example.org/${orderId}`,
        order_id: orderId,
        checks_number: checksNumber,
        amount_cents: priceOfChecks(checksNumber, DEFAULT_PRICE_LIST).priceCents,
      };
    },

    order(id: string) {
      const status = self.orders.get(id);
      if (status === undefined) throw new Failure('NotFound');
      return { order_id: id, status, checks_number: 50, amount_cents: 4_950 };
    },

    previewJoin(token: string): BotJoinPreview {
      const link = links.get(token);
      if (link === undefined) throw new Failure('JoinLinkNotValid');
      return { email: link.email, expires_at: '2026-11-20T20:15:00.000Z' };
    },

    join(userId: string, token: string): BotAccount {
      const link = links.get(token);
      if (link === undefined) throw new Failure('JoinLinkNotValid');
      links.delete(token);
      Object.assign(personOf(userId), { email: link.email, joinedChecks: link.checks });
      return self.account(userId);
    },

    part(userId: string): BotAccount {
      Object.assign(personOf(userId), { email: null, joinedChecks: 0 });
      return self.account(userId);
    },
  };
  return self;
}
