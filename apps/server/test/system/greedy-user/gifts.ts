import type { ChecksService } from '../../../src/modules/checks/index.ts';
import { wireSurvey } from '../../../src/modules/money/open/given.ts';
import { wirePromo } from '../../../src/modules/money/open/payments.ts';
import { anyAnswer } from '../../../src/modules/money/survey/test/survey-fixture.ts';
import { AppError } from '../../../src/platform/kernel/app-error.ts';
import type { Caller } from '../../../src/platform/kernel/caller.ts';
import type { Clock } from '../../../src/platform/kernel/time/clock.ts';
import { openedBy, TEST_MAILBOX_HASH, testAuth } from '../../support/auth.ts';
import { fromNetwork, LIMITED } from './limits.ts';
import { HOUR_MS, REWARDS } from './model-books.ts';
import type { Stage } from './stage.ts';

/** The one mailbox of the greedy user, and what it is given for nothing. */
export class GreedyGifts {
  readonly #stage: Stage;
  readonly #clock: Clock;
  readonly #name: string;
  #accounts = 0;
  #hasCode = false;

  /** `name`: of the mail domain and the code; no dots. */
  constructor(stage: Stage, name: string, clock: Clock) {
    this.#stage = stage;
    this.#name = name;
    this.#clock = clock;
  }

  register(network: number, checks: ChecksService): Promise<Caller> {
    this.#accounts += 1;
    const email = `greedy+${this.#accounts}@${this.#name}.example`;
    const auth = testAuth(this.#stage.database.pool, { checks, clock: this.#clock, grants: LIMITED });
    const asked = { ip: null, device: 'A test', timezone: null };
    const wish = { email, acceptTerms: true, check: null, browserMark: null, knownMark: null, asked };
    return fromNetwork(network, 200, async () => {
      await auth.signIn.requestLink(wish);
      const confirmed = await auth.signIn.confirmLink(auth.lastToken(), { device: 'A test', browserMark: null });
      return openedBy(confirmed).caller;
    });
  }

  async redeem(network: number, sub: string): Promise<boolean> {
    const promo = wirePromo(this.#stage.database.pool, TEST_MAILBOX_HASH, LIMITED, this.#clock);
    const code = `CODE${this.#name.toUpperCase()}`;
    if (!this.#hasCode) {
      const expiredAt = new Date(this.#clock.now().getTime() + 1_000 * 24 * HOUR_MS);
      await promo.create({ code, social: 'test', freeChecks: REWARDS.code, totalUsages: 0, expiredAt });
      this.#hasCode = true;
    }
    return fromNetwork(network, 200, async () => (await promo.redeem(sub, code)).applied);
  }

  async takeSurvey(network: number, sub: string): Promise<string> {
    const { pool } = this.#stage.database;
    const { survey } = wireSurvey(pool, TEST_MAILBOX_HASH, LIMITED, this.#clock);
    if (await survey.hasTaken(sub)) return 'taken';
    const answers = await anyAnswer(pool);
    try {
      await fromNetwork(network, 200, () => survey.submit(sub, { answers }));
      return 'given';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.errorName;
    }
  }
}
