import { describe, expect, it } from 'vitest';
import { auditLedger } from '../../../src/modules/money/index.ts';
import { AppError } from '../../../src/platform/kernel/app-error.ts';
import { countConsumed, countStars, newestByStars } from './counts.ts';
import { GreedyModel } from './model.ts';
import { BUDGET_RAISED, BUDGET_SPENT } from './model-answers.ts';
import { SETTLED } from './model-books.ts';
import { HELD } from './model-crypto.ts';
import { count, playRuns, type Tally, TIMEOUT_MS } from './runs.ts';
import { type ManySteps, manySteps } from './schemes.ts';
import { useStage } from './stage.ts';
import type { Step } from './steps.ts';
import { takeFarm } from './take-farm.ts';
import { takeMoney } from './take-money.ts';
import { GreedyWorld } from './world.ts';

/** Rendering has a time limit, beyond which it says to try again: a busy machine needs more than one. */
async function onceThereIsTime<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError && error.errorName === 'Overloaded')) throw error;
    }
  }
}

describe('a greedy user before two servers', () => {
  const open = useStage();

  /** Does a step for real, and says what the model says of it. */
  async function take(world: GreedyWorld, model: GreedyModel, next: Step): Promise<void> {
    switch (next.do) {
      case 'check':
        expect(await world.check(next.server, next.what, next.key, next.through)).toBe(
          model.check(next.server, next.what, next.key, next.through),
        );
        return;
      case 'check from chat':
        expect(await world.checkFromChat(next.server, next.what, next.key)).toBe(
          model.checkFromChat(next.server, next.what, next.key),
        );
        return;
      case 'check everywhere at once': {
        const { said, at } = await world.checkEverywhere(next.what);
        model.servers.disarm();
        const other = model.refusalAt(1 - at, next.what);
        const known = model.checks.length;
        const expected = model.check(at, next.what, null, 'site');
        const begun = model.checks.slice(known);
        expect(world.chargedAnswers).toBe(begun.filter(({ isCharged }) => isCharged).length);
        // Who comes before the check begins is refused where its own server is full of the owner's work.
        expect(said).toContain(expected);
        expect(said.filter((one) => one !== expected && one !== other)).toEqual([]);
        return;
      }
      case 'walk ends':
        model.walksEnd(next.what, next.as);
        return world.walksEnd(next.what, next.as);
      case 'cancel': {
        const number = model.newest(next.what);
        if (number === null) return;
        expect(await world.cancel(next.server, number)).toBe(model.cancel(next.server, number));
        return;
      }
      case 'share or revoke': {
        const number = model.newest(next.what);
        if (number === null) return;
        const isRevoked = model.share(number);
        expect(await world.share(next.server, number, isRevoked)).toBe(!isRevoked);
        return;
      }
      case 'sweep':
        model.sweep();
        return world.sweep(next.server);
      case 'time passes':
        model.timeMs += next.ms;
        return world.timePasses(next.ms);
      case 'kill':
        model.servers.kill(next.server, next.at);
        return world.kill(next.server, next.at);
      case 'delete the account':
        expect(await world.deleteAccount()).toBe(model.deleteAccount());
        return;
      case 'register again':
        expect(await world.register(next.server)).toBe(model.register(next.server));
        return;
      case 'redeem the code':
        expect(await world.redeem(next.server)).toBe(model.redeem(next.server));
        return;
      case 'take the survey':
        expect(await world.takeSurvey(next.server)).toBe(model.takeSurvey(next.server));
        return;
      case 'open the chat':
        model.openChat();
        return world.openChat();
      case 'join':
        if (model.join()) await world.join();
        return;
      case 'part':
        model.part();
        return world.part();
      case 'forget the chat':
        if (model.forgetChat()) await world.forgetChat();
        return;
      case 'buy':
        expect(await world.money.buy()).toBe(model.money.buy());
        return;
      case 'refund':
        expect(await world.money.refund()).toBe(model.money.refund());
        return;
      case 'plan for half a day':
        expect(await world.plan()).toBe(model.plan());
        return;
      case 'open a crypto order':
      case 'send crypto':
      case 'decide held money':
      case 'crypto is sent back':
      case 'charge back':
      case 'change the plan':
      case 'plan is paid back':
        return takeMoney(world.money, model.money, next);
      default:
        return takeFarm(world.farm, model.farm, open.stage.database.pool, next);
    }
  }

  /** What the reports of the newest rated and the newest failed check are answered with. */
  async function download(world: GreedyWorld, readsReport: boolean): Promise<void> {
    const { reports } = open.stage;
    const { rated, failed } = await newestByStars(open.stage.database.pool, world.made);
    if (rated !== null && readsReport) {
      const { bytes } = await onceThereIsTime(() => reports.readReport(rated.subId, rated.owner));
      expect(Buffer.from(bytes).toString('latin1', 0, 5)).toBe('%PDF-');
    }
    if (failed !== null) {
      await expect(reports.readReport(failed.subId, failed.owner)).rejects.toMatchObject({
        errorName: 'ReportMissing',
      });
    }
  }

  async function play({ steps, readsReport }: ManySteps, tally: Tally): Promise<void> {
    const world = await GreedyWorld.open(open.stage);
    const model = new GreedyModel(world.startedAt, (what) => count(tally, what));
    try {
      await take(world, model, { do: 'register again', server: 0 });
      for (const next of steps) {
        await take(world, model, next);
        count(tally, next.do);
        expect(await world.balances(), next.do).toEqual(model.balances());
        // Nothing is read for a check that is refused or answered by another.
        expect(world.reads, next.do).toBe(model.checks.length);
      }
      // Whatever still runs is interrupted in the end.
      await take(world, model, { do: 'time passes', ms: 31_000 });
      await take(world, model, { do: 'sweep', server: 0 });
      expect(await world.balances()).toEqual(model.balances());
      const { seen, all, paid, repeats } = model.rated();
      const { pool } = open.stage.database;
      expect(await countStars(pool, world.made)).toBe(seen);
      expect(await countConsumed(pool, world.made)).toBe(paid);
      expect(all).toBe(paid + repeats);
      await download(world, readsReport);
      expect(await auditLedger(pool)).toEqual([]);
    } finally {
      await world.close();
    }
  }

  it('never sees more stars than were paid for, and has the balance that the model says', { timeout: TIMEOUT_MS }, () =>
    playRuns('steps one after another', manySteps, play, [
      BUDGET_SPENT,
      BUDGET_RAISED,
      SETTLED,
      ...Object.values(HELD),
    ]),
  );
});
