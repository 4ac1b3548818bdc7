import { LEASE_MS } from '../../../src/modules/checks/checks/begin/begin-check.ts';
import { ModelAnswers } from './model-answers.ts';
import { DAY_MS, HOUR_MS, ModelBooks, REWARDS } from './model-books.ts';
import { type AskedCheck, type CheckEnd, type ModelCheck, type Said, sayCheck } from './model-check.ts';
import { ModelFarm } from './model-farm.ts';
import { CHAT, ModelGifts } from './model-gifts.ts';
import { ModelMoney } from './model-money.ts';
import { ModelServers } from './model-servers.ts';
import { type Outcome, SERVERS, type Source } from './steps.ts';

export const UNFINISHED_PER_OWNER = 2;

/** Every rule for the cost of a check, computed in memory; the services must give the same. */
export class GreedyModel {
  /** Milliseconds since the start of the run. */
  timeMs = 0;
  site: string | null = null;
  chat: string | null = null;
  isJoined = false;
  readonly checks: ModelCheck[] = [];
  readonly #today = () => Math.floor((this.#startedAt.getTime() + this.timeMs) / DAY_MS);
  readonly #gifts = new ModelGifts(this.#today);
  readonly #books: ModelBooks;
  readonly #answers: ModelAnswers;
  readonly farm = new ModelFarm(this.#gifts);
  readonly servers = new ModelServers();
  readonly #keys = new Map<string, ModelCheck>();
  readonly #requests = new Map<string, string>();
  readonly money: ModelMoney;
  readonly #startedAt: Date;
  #names = 0;

  /** `met` is called with the name of what seldom happens. */
  constructor(startedAt: Date, met: (what: string) => void) {
    this.#startedAt = startedAt;
    this.#books = new ModelBooks(() => this.timeMs, this.#gifts, met);
    this.#answers = new ModelAnswers(this.#books, this.#today);
    this.money = new ModelMoney(this.#books, {
      startedAt,
      now: () => this.timeMs,
      site: () => this.site,
      timePasses: (ms) => {
        this.timeMs += ms;
      },
    });
  }

  #newName(): string {
    this.#names += 1;
    return `holder ${this.#names}`;
  }

  balances() {
    return { site: this.#books.spendable(this.site), chat: this.#books.spendable(this.chat) };
  }

  /** Finished checks with stars: those not deleted, all, charged ones, and free repeats within a day. */
  rated() {
    const rated = this.checks.filter(({ isRated }) => isRated);
    const seen = rated.filter(({ isGone }) => !isGone);
    const paid = rated.filter(({ isCharged }) => isCharged);
    const repeats = rated.filter((check) => !check.isCharged && this.#isRepeat(check));
    return { seen: seen.length, all: rated.length, paid: paid.length, repeats: repeats.length };
  }

  #isRepeat({ owner, what, createdAt }: Pick<ModelCheck, 'owner' | 'what' | 'createdAt'>): boolean {
    return this.checks.some(
      (check) =>
        check.owner === owner &&
        check.what === what &&
        check.status === 'done' &&
        check.isCharged &&
        check.createdAt > createdAt - DAY_MS &&
        check.createdAt <= createdAt,
    );
  }

  #end(check: ModelCheck, end: CheckEnd): void {
    check.status = end === 'rated' || end === 'not rated' ? 'done' : 'failed';
    check.isRated = end === 'rated';
    if (check.isCharged && check.payer !== null) {
      const book = this.#books.of(check.payer);
      if (check.isRated) book.take(String(check.number));
      else book.release(String(check.number));
      check.isCharged = check.isRated;
    }
    if (!check.isCharged && end !== 'interrupted') this.#answers.count(check.owner);
  }

  #giveUpExpired(owner: string | null): void {
    for (const check of this.checks) {
      if (this.#isOver(check) && (owner === null || check.owner === owner)) this.#end(check, 'interrupted');
    }
  }

  /** Whether its lease has expired while it is still recorded as running. */
  #isOver({ status, createdAt }: ModelCheck): boolean {
    return status === 'running' && createdAt + LEASE_MS < this.timeMs;
  }

  #run(at: number, { owner, thenPays = null, what, key, isOfBatch = false }: AskedCheck): Said {
    const keyName = key === null ? null : `${owner}|${key}`;
    const earlier = keyName === null ? undefined : this.#keys.get(keyName);
    if (earlier !== undefined && earlier.status !== 'failed') {
      return earlier.what === what ? sayCheck(earlier) : 'IdempotencyKeyReused';
    }
    const unfinished = this.checks.filter(
      (check) => check.owner === owner && check.status === 'running' && !this.#isOver(check),
    );
    // Interrupted checks are ended by themselves: a request that is refused after that leaves them ended.
    this.#giveUpExpired(owner);
    const running = unfinished.find((check) => check.what === what);
    if (running !== undefined) {
      if (keyName !== null) this.#keys.set(keyName, running);
      return sayCheck(running);
    }
    const number = this.checks.length;
    const payers = [owner, ...(thenPays === null ? [] : [thenPays])];
    const refusal = this.#answers.refusal(owner, payers, unfinished.length);
    if (refusal !== null) return refusal;
    const isFree = this.#isRepeat({ owner, what, createdAt: this.timeMs });
    const payer = (isFree ? [] : payers).find((sub) => this.#books.spendable(sub) > 0) ?? null;
    if (!isFree && payer === null) return 'NotEnoughChecks';
    const single = unfinished.filter((check) => !check.isOfBatch).length;
    const isFull = Math.max(single, this.#singleAt(at, owner)) >= UNFINISHED_PER_OWNER;
    if (!isOfBatch && isFull) return 'TooManyChecks';
    if (this.servers.diesAt(at, 'written down')) return 'lost';
    if (payer !== null) this.#books.of(payer).reserve(String(number));
    const createdAt = this.timeMs;
    const fresh: ModelCheck = {
      number,
      owner,
      what,
      createdAt,
      payer,
      isOfBatch,
      status: 'running',
      isCharged: !isFree,
      isRated: false,
      isRevoked: false,
      isGone: false,
    };
    this.checks.push(fresh);
    this.servers.begin(at, number);
    if (keyName !== null) this.#keys.set(keyName, fresh);
    return sayCheck(fresh);
  }

  /** Single checks of an owner that a server works on. */
  #singleAt(at: number, owner: string): number {
    const worked = this.servers.works(at).map((number) => this.checks[number]);
    return worked.filter((check) => check?.owner === owner && !check.isOfBatch).length;
  }

  /** The error with which a server refuses a new check because of its running ones; null where it accepts it. */
  refusalAt(at: number, what: number): Said | null {
    const own = this.site === null ? 0 : this.#singleAt(at, this.site);
    const isRunning = this.checks.some(
      (check) => check.owner === this.site && check.what === what && check.status === 'running' && !this.#isOver(check),
    );
    return !isRunning && own >= UNFINISHED_PER_OWNER ? 'TooManyChecks' : null;
  }

  /** A program that asks for a single check sends no key. */
  check(at: number, what: number, key: number | null, through: Source): Said {
    if (this.site === null) return 'nobody';
    const named = key === null || through === 'API' ? null : `${through} ${key}`;
    return this.#run(at, { owner: this.site, what, key: named, isOfBatch: through === 'batch' });
  }

  checkFromChat(at: number, what: number, message: number): Said {
    this.openChat();
    const chat = this.chat ?? '';
    const owner = this.isJoined && this.site !== null ? this.site : chat;
    const key = `chat ${message}`;
    const former = this.#requests.get(key) ?? owner;
    this.#requests.set(key, former);
    if (former !== owner) {
      const found = this.#keys.get(`${former}|${key}`);
      if (found !== undefined && found.status !== 'failed') return sayCheck(found);
      this.#requests.set(key, owner);
    }
    return this.#run(at, { owner, thenPays: owner === chat ? null : chat, what, key });
  }

  /** Ends every walk of a subject, for all owners; a server that dies meanwhile ends the rest of its walks. */
  walksEnd(what: number, as: Outcome): void {
    for (const at of SERVERS) {
      for (const number of this.servers.works(at)) {
        const check = this.checks[number];
        // It ended meanwhile with its server.
        if (check?.what !== what || !this.servers.works(at).includes(number)) continue;
        const isTaken = as === 'rated' && check.status === 'running' && check.isCharged;
        if (as !== 'broken' && this.servers.diesAt(at, 'computed')) continue;
        if (isTaken && this.servers.diesAt(at, 'taken')) continue;
        if (check.status === 'running') this.#end(check, as);
        this.servers.end(at, number);
      }
    }
  }

  /** The newest check of the account and subject, finished or not. */
  newest(what: number): number | null {
    return this.checks.findLast((one) => one.owner === this.site && one.what === what)?.number ?? null;
  }

  cancel(at: number, number: number): Said {
    const check = this.checks[number];
    if (check === undefined) return 'nothing';
    this.servers.end(at, number);
    if (check.status === 'running') this.#end(check, 'cancelled');
    return check.status;
  }

  /** Shares or revokes; returns whether it is revoked now. */
  share(number: number): boolean {
    const check = this.checks[number];
    if (check === undefined) return false;
    check.isRevoked = !check.isRevoked;
    return check.isRevoked;
  }

  sweep(): void {
    this.#giveUpExpired(null);
  }

  #erase(sub: string): void {
    for (const check of this.checks) {
      if (check.owner !== sub) continue;
      if (check.status === 'running') this.#end(check, 'interrupted');
      check.isGone = check.isRevoked;
    }
    for (const key of this.#keys.keys()) if (key.startsWith(`${sub}|`)) this.#keys.delete(key);
    this.#books.of(sub).close();
  }

  deleteAccount(): boolean {
    if (this.site === null) return false;
    this.#erase(this.site);
    this.isJoined = false;
    this.site = null;
    return true;
  }

  /** `network`: from which the request comes. */
  register(network: number): boolean {
    if (this.site !== null) return false;
    // Sign-in links are limited; an hour later new ones are allowed.
    this.timeMs += HOUR_MS;
    this.site = this.#newName();
    this.#books.give('sign-up', this.site, REWARDS.signUp, { network, domain: 'own' });
    return true;
  }

  redeem(network: number): boolean {
    const place = { network, domain: 'own' };
    return this.site !== null && this.#books.give('promo', this.site, REWARDS.code, place) === 'given';
  }

  takeSurvey(network: number): Said {
    if (this.site === null) return 'nobody';
    if (this.#books.hasGiven('survey')) return 'taken';
    if (this.#books.of(this.site).used() > 0) return 'SurveyNotOffered';
    const gift = this.#books.give('survey', this.site, REWARDS.survey, { network, domain: 'own' });
    return gift === 'refused' ? 'NoFreeChecksToday' : 'given';
  }

  openChat(): void {
    if (this.chat !== null) return;
    this.chat = this.#newName();
    this.#books.give('bot', this.chat, REWARDS.chat, CHAT);
  }

  join(): boolean {
    if (this.site === null || this.isJoined) return false;
    this.openChat();
    this.isJoined = true;
    return true;
  }

  part(): void {
    this.isJoined = false;
  }

  forgetChat(): boolean {
    if (this.chat === null) return false;
    this.#erase(this.chat);
    this.#requests.clear();
    this.chat = null;
    this.isJoined = false;
    return true;
  }

  plan(): boolean {
    return this.site !== null && this.#books.plan(this.site);
  }
}
