import { randomUUID } from 'node:crypto';
import { wireAccount } from '../../../src/app/composition/person.ts';
import { checksStore } from '../../../src/modules/checks/index.ts';
import { buildBalanceService, ledger } from '../../../src/modules/money/index.ts';
import { AppError } from '../../../src/platform/kernel/app-error.ts';
import type { Caller } from '../../../src/platform/kernel/caller.ts';
import { TEST_MAILBOX_HASH } from '../../support/auth.ts';
import { GreedyFarm } from './farm.ts';
import { GreedyGifts } from './gifts.ts';
import { HOUR_MS, PLAN_DAYS, REWARDS } from './model-books.ts';
import { GreedyMoney } from './money.ts';
import { GreedyServer } from './server.ts';
import type { Stage } from './stage.ts';
import { type Death, type Outcome, SERVERS, type Source, SUBJECTS } from './steps.ts';

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
  /** Answers of the last requests at once that said their check is charged. */
  chargedAnswers = 0;
  #timeMs = 0;
  readonly #over = Promise.withResolvers<void>();
  readonly #all: GreedyServer[] = [];
  readonly #servers: GreedyServer[];
  readonly #made: MadeCheck[] = [];
  readonly #name = randomUUID().replaceAll('-', '').slice(0, 12);
  readonly #telegramId = String(1_000_000_000 + Math.floor(Math.random() * 8_000_000_000));
  readonly money: GreedyMoney;
  readonly farm: GreedyFarm;
  readonly #gifts: GreedyGifts;
  #site: Caller | null = null;
  #hasChat = false;

  private constructor(stage: Stage) {
    this.#stage = stage;
    this.money = new GreedyMoney(stage, {
      clock: this.#clock,
      site: () => this.#site,
      timePasses: (ms) => this.timePasses(ms),
    });
    this.#servers = SERVERS.map(() => this.#start());
    this.#gifts = new GreedyGifts(stage, this.#name, this.#clock);
    this.farm = this.startFarm('a');
  }

  /** A farm in the mail domains of this user; `box` begins the names of its mailboxes. */
  startFarm(box: string): GreedyFarm {
    const { startedAt } = this;
    const checks = () => this.#at(0).checks;
    return new GreedyFarm(this.#stage, { name: this.#name, box, startedAt, clock: this.#clock, checks });
  }

  /** One for whom nothing was given yet today. */
  static async open(stage: Stage): Promise<GreedyWorld> {
    await stage.database.pool.query('DELETE FROM free_grants');
    return new GreedyWorld(stage);
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

  async check(at: number, what: number, key: number | null, through: Source): Promise<string> {
    const { sub } = this.#site ?? {};
    if (sub === undefined) return 'nobody';
    const idempotencyKey = key === null || through === 'API' ? null : `${through} ${key}`;
    const options = { ...QUICK, idempotencyKey, ofBatch: through === 'batch' };
    return this.#answer(what, () =>
      this.#at(at).ask(async ({ checks }) => {
        const { subId, charged } = await checks.runCheck({ sub, pays: true }, this.#request(what), options);
        if (charged) this.chargedAnswers += 1;
        return subId;
      }),
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
    this.chargedAnswers = 0;
    const said = await Promise.all(
      Array.from({ length: 6 }, (_none, turn) => this.check(turn % 2, what, null, turn % 3 === 0 ? 'API' : 'site')),
    );
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

  async register(network: number): Promise<boolean> {
    if (this.#site !== null) return false;
    await this.timePasses(HOUR_MS);
    this.#site = await this.#gifts.register(network, this.#at(0).checks);
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

  async redeem(network: number): Promise<boolean> {
    return this.#site !== null && this.#gifts.redeem(network, this.#site.sub);
  }

  async takeSurvey(network: number): Promise<string> {
    return this.#site === null ? 'nobody' : this.#gifts.takeSurvey(network, this.#site.sub);
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

  /** How often the records of a subject were read. */
  get reads(): number {
    return this.#all.reduce((sum, { reads }) => sum + reads, 0);
  }

  get startedAt(): Date {
    return new Date(this.#startedAt);
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
