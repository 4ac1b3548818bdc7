import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditLedger } from '../../../src/features/ledger/index.ts';
import { countConsumed, countStars, newestByStars } from './counts.ts';
import { GreedyModel } from './model.ts';
import { RUNS, SEED, TIMEOUT_MS, useStage } from './stage.ts';
import { type Step, step } from './steps.ts';
import { GreedyWorld } from './world.ts';

describe('a greedy user before two servers', () => {
  const open = useStage();

  /** Does a step for real, and says what the model says of it. */
  async function take(world: GreedyWorld, model: GreedyModel, next: Step): Promise<void> {
    switch (next.do) {
      case 'check':
        expect(await world.check(next.server, next.what, next.key)).toBe(model.check(next.server, next.what, next.key));
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
        const expected = model.check(at, next.what, null);
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
        expect(await world.register()).toBe(model.register());
        return;
      case 'redeem the code':
        expect(await world.redeem()).toBe(model.redeem());
        return;
      case 'take the survey':
        expect(await world.takeSurvey()).toBe(model.takeSurvey());
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
        expect(await world.buy()).toBe(model.buy());
        return;
      case 'refund':
        expect(await world.refund()).toBe(model.refund());
        return;
      case 'plan for half a day':
        expect(await world.plan()).toBe(model.plan());
    }
  }

  /** What the reports of the newest rated and the newest failed check are answered with. */
  async function download(world: GreedyWorld): Promise<void> {
    const { reports } = open.stage;
    const { rated, failed } = await newestByStars(open.stage.database.pool, world.made);
    if (rated !== null) {
      const { bytes } = await reports.readReport(rated.subId, rated.owner);
      expect(Buffer.from(bytes).toString('latin1', 0, 5)).toBe('%PDF-');
    }
    if (failed !== null) {
      await expect(reports.readReport(failed.subId, failed.owner)).rejects.toMatchObject({
        errorName: 'ReportMissing',
      });
    }
  }

  async function play(steps: readonly Step[]): Promise<void> {
    const [world, model] = [new GreedyWorld(open.stage), new GreedyModel()];
    try {
      await take(world, model, { do: 'register again', server: 0 });
      for (const next of steps) {
        await take(world, model, next);
        expect(await world.balances(), next.do).toEqual(model.balances());
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
      await download(world);
      expect(await auditLedger(pool)).toEqual([]);
    } finally {
      await world.close();
    }
  }

  it('never sees more stars than were paid for, and has the balance that the model says', { timeout: TIMEOUT_MS }, () =>
    fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), play), { numRuns: RUNS, seed: SEED }),
  );
});
