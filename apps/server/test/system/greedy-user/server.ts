import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BotFeatures } from '../../../src/modules/bot/bot-accounts/bot.routes.ts';
import type { CheckSnapshot } from '../../../src/modules/checks/checks/checks.ports.ts';
import { buildChecksService, type ChecksService } from '../../../src/modules/checks/checks/checks.service.ts';
import { checksStore } from '../../../src/modules/checks/checks/stored/checks.store.ts';
import {
  balanceWith,
  checksDeps,
  fakeSnapshot,
  subjectOf,
} from '../../../src/modules/checks/checks/test/check-fakes.ts';
import { ledger } from '../../../src/modules/money/index.ts';
import { inTransaction, openPool, type Pool } from '../../../src/platform/db/index.ts';
import type { Clock } from '../../../src/platform/kernel/time/clock.ts';
import { botFeaturesOf } from '../kill/telegram-features.ts';
import { LIMITED, UNCHARGED } from './limits.ts';
import { UNFINISHED_PER_OWNER } from './model.ts';
import type { Death, Outcome } from './steps.ts';

/** Longer than any run. */
const NEVER_MS = 2_000_000_000;

interface Walk {
  readonly address: string;
  readonly arrived: PromiseWithResolvers<void>;
  readonly outcome: PromiseWithResolvers<Outcome>;
}

export interface ServerParts {
  readonly adminPool: Pool;
  readonly databaseUrl: string;
  readonly clock: Clock;
  /** Resolves when the run is over: what a dead server still waits for is rejected then. */
  readonly over: Promise<void>;
}

/** A server over the common database whose walks wait to be ended, and which can be killed at any step. */
export class GreedyServer {
  readonly checks: ChecksService;
  readonly bot: BotFeatures;
  readonly died: Promise<void>;
  diesAt: Exclude<Death, 'now'> | null = null;
  readonly #parts: ServerParts;
  readonly #name: string;
  readonly #pool: Pool;
  readonly #walks = new Map<string, Walk>();
  /** Which check a piece of work belongs to: known once it is written down. */
  readonly #work = new AsyncLocalStorage<{ subId: string | null }>();
  readonly #death = Promise.withResolvers<void>();
  #isDead = false;
  /** How often the records of a subject were read. */
  reads = 0;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    // Other tests run on the same cluster: theirs must not be killed.
    this.#name = `greedy ${randomUUID()}`;
    const url = new URL(parts.databaseUrl);
    url.searchParams.set('application_name', this.#name);
    this.#pool = openPool(url.href, { maxConnections: 4 });
    this.died = this.#death.promise;
    this.checks = buildChecksService(
      checksDeps(this.#pool, {
        clock: parts.clock,
        uncharged: UNCHARGED,
        answerWithinMs: 1,
        renewEveryMs: NEVER_MS,
        giveUpAfterMs: NEVER_MS,
        slots: { running: 60, waiting: 60 },
        // A dead server begins nothing more: the pool would open a new connection for it, or was opening one.
        transaction: async (work) => {
          if (this.#isDead) await this.#gone();
          return inTransaction(this.#pool, (...begun) => this.#alive(() => work(...begun)));
        },
        store: {
          ...checksStore,
          insert: async (db, check) => {
            await checksStore.insert(db, check);
            await this.#reach('written down');
            const work = this.#work.getStore();
            if (work !== undefined) work.subId = check.subId;
            this.#walks.set(check.subId, {
              address: check.address,
              arrived: Promise.withResolvers(),
              outcome: Promise.withResolvers(),
            });
          },
          finish: async (...asked) => {
            await this.#reach('computed');
            return checksStore.finish(...asked);
          },
        },
        balance: {
          ...balanceWith(UNFINISHED_PER_OWNER),
          take: async (...asked) => {
            const isTaken = await ledger.take(...asked);
            // Of a free check nothing is reserved, so nothing is taken.
            if (isTaken) await this.#reach('taken');
            return isTaken;
          },
        },
        withSnapshot: (_asset, work) => {
          this.reads += 1;
          return work(this.#snapshot());
        },
      }),
    );
    this.bot = botFeaturesOf(this.#pool, this.checks, { clock: parts.clock, grants: LIMITED });
  }

  #snapshot(): CheckSnapshot {
    const { store } = fakeSnapshot;
    if (store === null) throw new Error('The fixture holds records');
    const subject = async (address: string) => {
      const walk = this.#walks.get(this.#work.getStore()?.subId ?? '');
      if (walk === undefined) throw new Error('Nobody asked for this walk');
      walk.arrived.resolve();
      const outcome = await walk.outcome.promise;
      if (outcome === 'broken') throw new Error('broken on purpose');
      return outcome === 'rated' ? subjectOf(address) : null;
    };
    return { ...fakeSnapshot, store: { ...store, subject } };
  }

  /** What becomes of work of this server; null where the server died before it was done. */
  async #survive<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await Promise.race([work, this.died.then(() => null)]);
    } catch (error) {
      if (!this.#isDead) throw error;
      return null;
    } finally {
      work.catch(() => undefined);
    }
  }

  /** Asks for a check; null where the server died before it answered. A new check has arrived at its walk then. */
  async ask(request: (server: this) => Promise<string>): Promise<string | null> {
    const subId = await this.#survive(this.#work.run({ subId: null }, () => request(this)));
    const walk = this.#walks.get(subId ?? '');
    if (subId !== null && walk !== undefined) {
      await Promise.race([walk.arrived.promise, this.checks.runningCheck(subId)?.done, this.died]);
    }
    return subId;
  }

  works(subId: string): boolean {
    return this.#walks.has(subId);
  }

  /** Ends the walks of these checks, in the order they began. */
  async endWalks(isMeant: (subId: string) => boolean, as: Outcome): Promise<void> {
    for (const [subId, walk] of [...this.#walks]) {
      if (this.#isDead || !isMeant(subId)) continue;
      walk.outcome.resolve(as);
      await Promise.race([this.checks.runningCheck(subId)?.done, this.died]);
      this.#walks.delete(subId);
    }
  }

  async cancel(subId: string, owner: string): Promise<string> {
    const check = await this.#survive(this.checks.cancelCheck(subId, owner));
    this.#walks.delete(subId);
    return check?.status ?? 'lost';
  }

  async sweep(): Promise<void> {
    await this.#survive(this.checks.recoverInterrupted());
  }

  async kill(): Promise<void> {
    this.#isDead = true;
    const { adminPool } = this.#parts;
    const open = 'SELECT pid FROM pg_stat_activity WHERE application_name = $1';
    const end = `SELECT pg_terminate_backend(pid) FROM (${open}) AS its`;
    // What it had not committed is rolled back once its connections are gone.
    while ((await adminPool.query(end, [this.#name])).rowCount !== 0) await sleep(2);
    this.#death.resolve();
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  async #reach(step: Exclude<Death, 'now'>): Promise<void> {
    if (this.diesAt !== step) return;
    await this.kill();
    await this.#gone();
  }

  /** What a transaction does on a connection that was opened while the server died is rolled back. */
  #alive<T>(work: () => Promise<T>): Promise<T> {
    return this.#isDead ? Promise.reject(new Error('the server was killed')) : work();
  }

  /** Does not come back before the run is over. */
  async #gone(): Promise<never> {
    await this.#parts.over;
    throw new Error('the server was killed');
  }

  async close(): Promise<void> {
    await this.checks.close(0, 'fail');
    await this.#pool.end();
  }
}
