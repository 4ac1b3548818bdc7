import { randomUUID } from 'node:crypto';
import { wireAccount } from '../../../src/composition/wiring.ts';
import { wirePromo } from '../../../src/composition/wiring-payments.ts';
import { wireSurvey } from '../../../src/composition/wiring-survey.ts';
import { checksStore } from '../../../src/features/checks/index.ts';
import { buildBalanceService, ledger } from '../../../src/features/ledger/index.ts';
import { AppError } from '../../../src/kernel/app-error.ts';
import type { Caller } from '../../../src/kernel/caller.ts';
import { openedBy, TEST_MAILBOX_HASH, testAuth } from '../../support/auth.ts';
import { GreedyCard } from './card.ts';
import { HOUR_MS, PLAN_DAYS, REWARDS } from './model-books.ts';
import { GreedyServer } from './server.ts';
import type { Stage } from './stage.ts';
import { type Death, type Outcome, SERVERS, SUBJECTS } from './steps.ts';

/** Of the subjects, valid on each of their networks. */
const ADDRESS = '0x098b716b8aaf21512996dc57eb0615e2383e2f96';
const QUICK = { answerWithinMs: 1 };

interface MadeCheck {
  readonly subId: string;
  readonly what: number;
}

/** One greedy user before the real services: two servers on one database, a mailbox, a chat and a card. */
export class GreedyWorld {
  readonly #stage: Stage;
  readonly #startedAt = Date.now();
  #timeMs = 0;
  readonly #over = Promise.withResolvers<void>();
  readonly #all: GreedyServer[] = [];
  readonly #servers: GreedyServer[];
  readonly #made: MadeCheck[] = [];
  readonly #run = randomUUID();
  readonly #telegramId = String(1_000_000_000 + Math.floor(Math.random() * 8_000_000_000));
  readonly #card: GreedyCard;
  #accounts = 0;
  #site: Caller | null = null;
  #hasChat = false;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#card = new GreedyCard(stage);
    this.#servers = SERVERS.map(() => this.#start());
  }

  readonly #clock = { now: () => new Date(this.#startedAt + this.#timeMs) };

  #start(): GreedyServer {
    const { pool: adminPool, url: databaseUrl } = this.#stage.database;
    const server = new GreedyServer({ adminPool, databaseUrl, clock: this.#clock, over: this.#over.promise });
    this.#all.push(server);
    return server;
  }

  /** The server in this place; a new one where the last was killed. */
  #at(place: number): GreedyServer {
    const standing = this.#servers[place];
    if (standing !== undefined && !standing.isDead) return standing;
    const next = this.#start();
    this.#servers[place] = next;
    return next;
  }

  #live(): GreedyServer[] {
    return SERVERS.map((place) => this.#at(place));
  }

  #numberOf(subId: string, what: number): number {
    const known = this.#made.findIndex((check) => check.subId === subId);
    return known >= 0 ? known : this.#made.push({ subId, what }) - 1;
  }

  async #say(subId: string | null, what: number): Promise<string> {
    if (subId === null) return 'lost';
    const number = this.#numberOf(subId, what);
    const { status, charged } = (await checksStore.find(this.#stage.database.pool, subId)) ?? {};
    return status === 'failed' ? `${number} failed` : `${number} ${status} ${charged ? 'charged' : 'free'}`;
  }

  /** What a request comes to: an answer, or the name of a refusal. Anything but a refusal is a fault. */
  async #answer(what: number, work: () => Promise<string | null>): Promise<string> {
    try {
      return await this.#say(await work(), what);
    } catch (error) {
      return refusalOf(error);
    }
  }

  #request(what: number) {
    const ticker = SUBJECTS[what] ?? SUBJECTS[0];
    return { address: ADDRESS, ticker, parent: ticker === 'ETH' ? null : 'ETH' };
  }

  async check(at: number, what: number, key: number | null): Promise<string> {
    const { sub } = this.#site ?? {};
    if (sub === undefined) return 'nobody';
    const options = { ...QUICK, idempotencyKey: key === null ? null : `site ${key}` };
    return this.#answer(what, () =>
      this.#at(at).ask(
        async ({ checks }) => (await checks.runCheck({ sub, pays: true }, this.#request(what), options)).subId,
      ),
    );
  }

  async checkFromChat(at: number, what: number, message: number): Promise<string> {
    this.#hasChat = true;
    return this.#answer(what, () =>
      this.#at(at).ask(
        async ({ bot }) => (await bot.checks.check(this.#telegramId, this.#request(what), `chat ${message}`)).sub_id,
      ),
    );
  }

  /** The same request, six times at once over all servers; what each came to, and which server works on it. */
  async checkEverywhere(what: number): Promise<{ readonly said: readonly string[]; readonly at: number }> {
    for (const server of this.#live()) server.diesAt = null;
    const said = await Promise.all(Array.from({ length: 6 }, (_none, turn) => this.check(turn % 2, what, null)));
    const number = said.map((one) => Number.parseInt(one, 10)).find((one) => Number.isInteger(one));
    const subId = this.#made[number ?? -1]?.subId ?? '';
    const at = SERVERS.find((place) => this.#at(place).works(subId)) ?? 0;
    return { said: [...new Set(said)], at };
  }

  async walksEnd(what: number, as: Outcome): Promise<void> {
    const isMeant = (subId: string) => this.#made.some((check) => check.subId === subId && check.what === what);
    for (const server of this.#live()) await server.endWalks(isMeant, as);
  }

  async cancel(at: number, number: number): Promise<string> {
    try {
      return await this.#at(at).cancel(this.#made[number]?.subId ?? '', this.#site?.sub ?? '');
    } catch (error) {
      return refusalOf(error);
    }
  }

  /** Shares or revokes; answers whether somebody else can open it then. */
  async share(at: number, number: number, isRevoked: boolean): Promise<boolean> {
    const { checks } = this.#at(at);
    const subId = this.#made[number]?.subId ?? '';
    await checks.setShared(subId, this.#site?.sub ?? '', !isRevoked);
    return checks.openCheck(subId, null).then(
      () => true,
      () => false,
    );
  }

  async sweep(at: number): Promise<void> {
    await this.#at(at).sweep();
  }

  async timePasses(ms: number): Promise<void> {
    this.#timeMs += ms;
    // Leases are compared with the clock of the database, which no test can move: they end that much earlier.
    await this.#stage.database.pool.query(
      "UPDATE checks SET lease_until = lease_until - $1 * interval '1 millisecond' WHERE status = 'running'",
      [ms],
    );
  }

  async kill(at: number, death: Death): Promise<void> {
    const server = this.#at(at);
    if (death === 'now') await server.kill();
    else server.diesAt = death;
  }

  async register(): Promise<boolean> {
    if (this.#site !== null) return false;
    await this.timePasses(HOUR_MS);
    this.#accounts += 1;
    const email = `greedy+${this.#accounts}-${this.#run}@${this.#run}.example`;
    const auth = testAuth(this.#stage.database.pool, { checks: this.#at(0).checks, clock: this.#clock });
    const asked = { ip: null, device: 'A test', timezone: null };
    await auth.signIn.requestLink({ email, acceptTerms: true, check: null, browserMark: null, asked });
    const confirmed = await auth.signIn.confirmLink(auth.lastToken(), { device: 'A test', browserMark: null });
    this.#site = openedBy(confirmed).caller;
    return true;
  }

  async deleteAccount(): Promise<boolean> {
    if (this.#site === null) return false;
    const { pool } = this.#stage.database;
    await wireAccount(pool, buildBalanceService(pool, ledger), TEST_MAILBOX_HASH).deleteAccount(
      this.#site,
      this.#site.email,
    );
    this.#site = null;
    return true;
  }

  async redeem(): Promise<boolean> {
    if (this.#site === null) return false;
    const promo = wirePromo(this.#stage.database.pool, TEST_MAILBOX_HASH, this.#clock);
    const code = `CODE${this.#run.replaceAll('-', '').slice(0, 12).toUpperCase()}`;
    const known = await promo.list();
    if (!known.some((one) => one.code === code)) {
      const expiredAt = new Date(this.#startedAt + 1_000 * 24 * HOUR_MS);
      await promo.create({ code, social: 'test', freeChecks: REWARDS.code, totalUsages: 0, expiredAt });
    }
    return (await promo.redeem(this.#site.sub, code)).applied;
  }

  async takeSurvey(): Promise<string> {
    if (this.#site === null) return 'nobody';
    const { survey } = wireSurvey(this.#stage.database.pool, TEST_MAILBOX_HASH);
    if (await survey.hasTaken(this.#site.sub)) return 'taken';
    try {
      await survey.submit(this.#site.sub, { answers: [] });
      return 'given';
    } catch (error) {
      return refusalOf(error);
    }
  }

  async openChat(): Promise<void> {
    await this.#at(0).bot.accounts.open(this.#telegramId, null);
    this.#hasChat = true;
  }

  async join(): Promise<void> {
    const { joining } = this.#at(0).bot;
    const { url } = await joining.makeLink(this.#site?.sub ?? '');
    await joining.join(this.#telegramId, new URL(url).searchParams.get('start')?.slice(2) ?? '');
    this.#hasChat = true;
  }

  async part(): Promise<void> {
    if (this.#site !== null) await this.#at(1).bot.joining.partSite(this.#site.sub);
  }

  async forgetChat(): Promise<void> {
    await this.#at(1).bot.accounts.forget(this.#telegramId);
    this.#hasChat = false;
  }

  async buy(): Promise<boolean> {
    if (this.#site === null) return false;
    await this.#card.buy(this.#site);
    return true;
  }

  refund(): Promise<boolean> {
    return this.#card.refund();
  }

  async plan(): Promise<boolean> {
    if (this.#site === null) return false;
    const now = this.#clock.now();
    return ledger.grant(this.#stage.database.pool, {
      sub: this.#site.sub,
      tariff: { series: 'plan', planId: 7 },
      checks: REWARDS.plan,
      reason: 'subscription',
      key: randomUUID(),
      expiresAt: new Date(now.getTime() + PLAN_DAYS * 24 * HOUR_MS),
      now,
    });
  }

  /** What can be spent now, as the services say. */
  async balances(): Promise<{ readonly site: number; readonly chat: number }> {
    const { pool } = this.#stage.database;
    const site = this.#site === null ? 0 : (await ledger.stateOf(pool, this.#site.sub, this.#clock.now())).checks;
    if (!this.#hasChat) return { site, chat: 0 };
    return { site, chat: (await this.#at(0).bot.accounts.open(this.#telegramId, null)).own_checks };
  }

  /** Ids of all checks that were made, in their order. */
  get made(): readonly string[] {
    return this.#made.map(({ subId }) => subId);
  }

  async close(): Promise<void> {
    this.#over.resolve();
    await Promise.all(this.#all.map((server) => server.close()));
  }
}

/** The name of a refusal; anything else is a fault. */
function refusalOf(error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  return error.errorName;
}
