import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditLedger } from '../../../src/modules/money/index.ts';
import {
  answersOverBudget,
  countConsumed,
  freeCredits,
  grantsOverLimits,
  grantsRefusedWithRoom,
  starsByPayment,
} from './counts.ts';
import { farmStep } from './farm-steps.ts';
import { count, playRuns, TIMEOUT_MS } from './runs.ts';
import { useStage } from './stage.ts';
import { type Outcome, type Step, SUBJECTS, step } from './steps.ts';
import { GreedyWorld } from './world.ts';

/** Steps that may meet in any order: who owns what does not change meanwhile. */
const MEETING = ['check', 'check from chat', 'check everywhere at once', 'walk ends', 'cancel', 'sweep', 'kill'];
const meeting = step.filter(({ do: what }) => MEETING.includes(what));
/** `end`: of every check that still runs then; mostly one that costs nothing, so that budgets of such answers are met. */
const round = fc.record({
  steps: fc.array(meeting, { minLength: 4, maxLength: 14 }),
  end: fc.constantFrom<Outcome | null>('not rated', 'not rated', 'broken', 'rated', null),
});

describe('a greedy user who does everything at once', () => {
  const open = useStage();

  async function rush(world: GreedyWorld, next: Step): Promise<unknown> {
    switch (next.do) {
      case 'check':
        return world.check(next.server, next.what, next.key, next.through);
      case 'check from chat':
        return world.checkFromChat(next.server, next.what, next.key);
      case 'check everywhere at once':
        return world.checkEverywhere(next.what);
      case 'walk ends':
        return world.walksEnd(next.what, next.as);
      case 'cancel':
        return world.cancel(next.server, next.what);
      case 'sweep':
        return world.sweep(next.server);
      case 'kill':
        return world.kill(next.server, next.at);
      default:
        throw new Error(`${next.do} does not meet others`);
    }
  }

  it('gets nothing more, whichever server is killed meanwhile', { timeout: TIMEOUT_MS }, () =>
    playRuns(
      'checks at once',
      fc.record({
        rounds: fc.array(round, { minLength: 1, maxLength: 5 }),
        isJoined: fc.boolean(),
      }),
      async ({ rounds, isJoined }, tally) => {
        const world = await GreedyWorld.open(open.stage);
        try {
          await world.register(0);
          await world.openChat();
          if (isJoined) await world.join();
          const given = await world.balances();
          for (const { steps, end } of rounds) {
            await Promise.all(steps.map((next) => rush(world, next)));
            for (const next of steps) count(tally, next.do);
            if (end !== null) for (const what of SUBJECTS.keys()) await world.walksEnd(what, end);
            await world.timePasses(31_000);
          }
          // What is left is interrupted, and no walk that still goes on may change that.
          await world.sweep(0);
          for (const what of SUBJECTS.keys()) await world.walksEnd(what, 'rated');
          const left = await world.balances();
          const { pool } = open.stage.database;
          const { paid, stolen } = await starsByPayment(pool, world.made);
          expect(stolen).toBe(0);
          expect(paid).toBe(await countConsumed(pool, world.made));
          expect(left.site + left.chat + paid).toBe(given.site + given.chat);
          expect(await answersOverBudget(pool, world.made)).toEqual([]);
          expect(await auditLedger(pool)).toEqual([]);
        } finally {
          await world.close();
        }
      },
    ),
  );

  it('farms no more than the limits, with three farms in the same networks and domains', { timeout: TIMEOUT_MS }, () =>
    playRuns(
      'farms at once',
      fc.array(fc.array(farmStep, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 3 }),
      async (rounds, tally) => {
        const world = await GreedyWorld.open(open.stage);
        const { pool } = open.stage.database;
        try {
          const former = await freeCredits(pool);
          const farms = ['a', 'b', 'c'].map((box) => world.startFarm(box));
          for (const round of rounds) {
            await Promise.all(round.map(async (next, turn) => farms[turn]?.take(next)));
            for (const next of round) count(tally, next.do);
            expect(await grantsOverLimits(pool)).toEqual([]);
            expect(await grantsRefusedWithRoom(pool)).toEqual([]);
            const { inLedger, counted } = await freeCredits(pool);
            expect(inLedger - former.inLedger).toBe(counted);
          }
          expect(await auditLedger(pool)).toEqual([]);
        } finally {
          await world.close();
        }
      },
    ),
  );
});
