import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditLedger } from '../../../src/features/ledger/index.ts';
import { countConsumed, starsByPayment } from './counts.ts';
import { RUNS, SEED, TIMEOUT_MS, useStage } from './stage.ts';
import { type Step, SUBJECTS, step } from './steps.ts';
import { GreedyWorld } from './world.ts';

/** Steps that may meet in any order: who owns what does not change meanwhile. */
const MEETING = ['check', 'check from chat', 'check everywhere at once', 'walk ends', 'cancel', 'sweep', 'kill'];
const meeting = step.filter(({ do: what }) => MEETING.includes(what));

describe('a greedy user who does everything at once', () => {
  const open = useStage();

  async function rush(world: GreedyWorld, next: Step): Promise<unknown> {
    switch (next.do) {
      case 'check':
        return world.check(next.server, next.what, next.key);
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
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(meeting, { minLength: 4, maxLength: 14 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (rounds, isJoined) => {
          const world = new GreedyWorld(open.stage);
          try {
            await world.register();
            await world.openChat();
            if (isJoined) await world.join();
            const given = await world.balances();
            for (const round of rounds) {
              await Promise.all(round.map((next) => rush(world, next)));
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
            expect(await auditLedger(pool)).toEqual([]);
          } finally {
            await world.close();
          }
        },
      ),
      { numRuns: RUNS, seed: SEED },
    ),
  );
});
