import { wireAccount } from '../../../src/app/composition/person.ts';
import type { ChecksService } from '../../../src/modules/checks/index.ts';
import { buildBalanceService, ledger } from '../../../src/modules/money/index.ts';
import { wireSurvey } from '../../../src/modules/money/open/given.ts';
import { wirePromo } from '../../../src/modules/money/open/payments.ts';
import { anyAnswer } from '../../../src/modules/money/survey/test/survey-fixture.ts';
import type { Pool } from '../../../src/platform/db/index.ts';
import { AppError } from '../../../src/platform/kernel/app-error.ts';
import type { Caller } from '../../../src/platform/kernel/caller.ts';
import type { Clock } from '../../../src/platform/kernel/time/clock.ts';
import { openedBy, TEST_MAILBOX_HASH, testAuth } from '../../support/auth.ts';
import { botFeaturesOf } from '../kill/telegram-features.ts';
import { type Domain, type FarmStep, SPELLINGS } from './farm-steps.ts';
import { askAtOnce } from './killable-pool.ts';
import { fromNetwork, LIMITED } from './limits.ts';
import { HOUR_MS, REWARDS } from './model-books.ts';
import { CODE_USES, type FarmCredits } from './model-farm.ts';
import type { Stage } from './stage.ts';

const DEVICE = 'A test';

export interface FarmOwner {
  /** In the mail domains of this run: no dots. */
  readonly name: string;
  /** Begins the names of mailboxes. */
  readonly box: string;
  readonly startedAt: Date;
  readonly clock: Clock;
  readonly checks: () => ChecksService;
}

/** The accounts and chats that a greedy user makes for their free checks. */
export class GreedyFarm {
  readonly #stage: Stage;
  readonly #owner: FarmOwner;
  #accounts: readonly Caller[] = [];
  #chats: readonly string[] = [];
  #boxes = 0;
  #hasCode = false;

  constructor(stage: Stage, owner: FarmOwner) {
    this.#stage = stage;
    this.#owner = owner;
  }

  async take(step: FarmStep): Promise<void> {
    switch (step.do) {
      case 'many sign up':
        return this.#signUp(
          Array.from({ length: step.people }, () => this.#mailbox(step.domain)),
          step,
        );
      case 'one mailbox signs up in three spellings':
        return this.#signUp(SPELLINGS[step.provider](this.#box()), step);
      case 'many delete their accounts and sign up again':
        return this.#signUpAgain(step);
      case 'many take the survey':
        return this.#survey(step);
      case 'many redeem one code':
        return this.#redeem(step);
      case 'many open chats':
        this.#chats = Array.from({ length: step.people }, () => String(Math.floor(Math.random() * 9e12) + 1e12));
        return this.#openChats(step.killedAfterMs);
      case 'many forget their chats and open them again':
        for (const chat of this.#chats) await this.#bot(this.#stage.database.pool).accounts.forget(chat);
        return this.#openChats(step.killedAfterMs);
    }
  }

  /** What the newest accounts and chats can spend, as the services say. */
  async credits(): Promise<FarmCredits> {
    const { pool } = this.#stage.database;
    const [accounts, chats] = [{ checks: 0 }, { checks: 0 }];
    for (const { sub } of this.#accounts)
      accounts.checks += (await ledger.stateOf(pool, sub, this.#owner.clock.now())).checks;
    for (const chat of this.#chats) chats.checks += (await this.#bot(pool).accounts.open(chat, null)).own_checks;
    return { accounts: accounts.checks, chats: chats.checks };
  }

  #box(): string {
    this.#boxes += 1;
    return `${this.#owner.name}${this.#owner.box}${this.#boxes}`;
  }

  #mailbox(domain: Domain): string {
    const box = this.#box();
    if (domain === 'public') return `${box}@gmail.com`;
    return `${box}@n${this.#boxes}.${this.#owner.name}.${domain === 'own' ? 'example' : 'co.uk'}`;
  }

  #auth(pool: Pool) {
    return testAuth(pool, { checks: this.#owner.checks(), clock: this.#owner.clock, grants: LIMITED });
  }

  #bot(pool: Pool) {
    return botFeaturesOf(pool, this.#owner.checks(), { clock: this.#owner.clock, grants: LIMITED });
  }

  async #tokenFor(email: string): Promise<string> {
    const auth = this.#auth(this.#stage.database.pool);
    const asked = { ip: null, device: DEVICE, timezone: null };
    await auth.signIn.requestLink({ email, acceptTerms: true, check: null, browserMark: null, knownMark: null, asked });
    return auth.lastToken();
  }

  async #confirm(pool: Pool, token: string): Promise<Caller> {
    return openedBy(await this.#auth(pool).signIn.confirmLink(token, { device: DEVICE, browserMark: null })).caller;
  }

  /** Everybody is signed in at the end, whatever is given to them: who lost the answer may have used the link up. */
  async #signUp(emails: readonly string[], { network, killedAfterMs }: Where): Promise<void> {
    const links: { readonly email: string; readonly token: string }[] = [];
    for (const email of emails) links.push({ email, token: await this.#tokenFor(email) });
    this.#accounts = await askAtOnce(
      this.#stage.database,
      killedAfterMs,
      links.map(({ email, token }, host) => (pool) => {
        const confirm = (one: string) => fromNetwork(network, host + 1, () => this.#confirm(pool, one));
        return confirm(token).catch(async (error: unknown) => {
          if (refusalOf(error) !== 'InvalidToken') throw error;
          return confirm(await this.#tokenFor(email));
        });
      }),
    );
  }

  async #signUpAgain(step: Where): Promise<void> {
    const { pool } = this.#stage.database;
    const account = wireAccount(pool, buildBalanceService(pool, ledger), TEST_MAILBOX_HASH);
    for (const caller of this.#accounts) await account.deleteAccount(caller, caller.email);
    await this.#signUp(
      this.#accounts.map(({ email }) => email),
      step,
    );
  }

  #everyAccount(
    { network, killedAfterMs }: Where,
    ask: (pool: Pool, account: Caller) => Promise<string>,
  ): Promise<readonly string[]> {
    const asks = this.#accounts.map(
      (account, host) => (pool: Pool) => fromNetwork(network, host + 1, () => ask(pool, account)),
    );
    return askAtOnce(this.#stage.database, killedAfterMs, asks);
  }

  async #survey(step: Where & { readonly isEmpty: boolean }): Promise<void> {
    const answers = step.isEmpty ? [] : await anyAnswer(this.#stage.database.pool);
    await this.#everyAccount(step, async (pool, { sub }) => {
      try {
        await wireSurvey(pool, TEST_MAILBOX_HASH, LIMITED, this.#owner.clock).survey.submit(sub, { answers });
        return 'taken';
      } catch (error) {
        if (refusalOf(error) !== 'NoFreeChecksToday') throw error;
        return 'refused';
      }
    });
  }

  async #redeem(step: Where): Promise<void> {
    const code = `FARM${this.#owner.name}${this.#owner.box}`.toUpperCase();
    const promo = (pool: Pool) => wirePromo(pool, TEST_MAILBOX_HASH, LIMITED, this.#owner.clock);
    if (!this.#hasCode) {
      const expiredAt = new Date(this.#owner.startedAt.getTime() + 1_000 * 24 * HOUR_MS);
      const wish = { code, social: 'test', freeChecks: REWARDS.code, totalUsages: CODE_USES, expiredAt };
      await promo(this.#stage.database.pool).create(wish);
      this.#hasCode = true;
    }
    await this.#everyAccount(step, async (pool, { sub }) => (await promo(pool).redeem(sub, code)).message);
  }

  async #openChats(killedAfterMs: number | null): Promise<void> {
    await askAtOnce(
      this.#stage.database,
      killedAfterMs,
      this.#chats.map((chat) => (pool) => this.#bot(pool).accounts.open(chat, null)),
    );
  }
}

interface Where {
  readonly network: number;
  readonly killedAfterMs: number | null;
}

/** The name of a refusal; null for any other error. */
function refusalOf(error: unknown): string | null {
  return error instanceof AppError ? error.errorName : null;
}
