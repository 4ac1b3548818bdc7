import fc from 'fast-check';
import { expect } from 'vitest';
import { messageOf } from '../../../src/platform/kernel/text/message-of.ts';

/** What CI runs: at this seed so many runs meet what a test says must be met, and fewer where it names nothing. */
const CI = { runs: 15, runsThatMeetNothing: 8, seed: 20_261_122 };
/** So many meet it at any seed. */
const ENOUGH_RUNS = 100;
const SEED = Number(process.env['GREEDY_SEED'] ?? CI.seed);
/** Only a run that hangs takes that long, for any number of runs. */
export const TIMEOUT_MS = 6 * 3_600_000;

/** What happened in all runs of a test, by name. */
export type Tally = Map<string, number>;

export function count(tally: Tally, name: string): void {
  tally.set(name, (tally.get(name) ?? 0) + 1);
}

/** Plays random runs. A long one says how far it is, and at its end what happened. `mustMeet`: what runs must not miss. */
export async function playRuns<T>(
  name: string,
  moves: fc.Arbitrary<T>,
  play: (moves: T, tally: Tally) => Promise<void>,
  mustMeet: readonly string[] = [],
) {
  const tally: Tally = new Map();
  // `npm run verify:long` sets more runs of every test, at a seed of its own.
  const numRuns = Number(process.env['GREEDY_RUNS'] ?? (mustMeet.length === 0 ? CI.runsThatMeetNothing : CI.runs));
  const meetsAll = numRuns >= ENOUGH_RUNS || (numRuns >= CI.runs && SEED === CI.seed);
  const isLong = process.env['GREEDY_RUNS'] !== undefined;
  // Standard output has nothing but how the runs ended: tests of two files are played at once.
  const say = (text: string) => isLong && process.stderr.write(`${text}\n`);
  let runs = 0;
  let hasFailed = false;
  const property = fc.asyncProperty(moves, async (one) => {
    try {
      await play(one, tally);
    } catch (error) {
      if (!hasFailed) say(`${name}: run ${runs + 1} failed and is made shorter: ${messageOf(error)}`);
      hasFailed = true;
      throw error;
    }
    // What is played after a failure only looks for a shorter one.
    if (hasFailed) return;
    runs += 1;
    if (runs % Math.ceil(numRuns / 10) === 0) say(`${name}: ${runs} of ${numRuns} runs`);
  });
  await fc.assert(property, { numRuns, seed: SEED });
  if (isLong) process.stdout.write(endOf(name, numRuns, tally));
  if (meetsAll) expect(mustMeet.filter((what) => !tally.has(what))).toEqual([]);
}

/** In one piece, so that nothing comes between. */
function endOf(name: string, numRuns: number, tally: Tally): string {
  const lines = [...tally]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([what, times]) => `${String(times).padStart(8)} ${what}\n`);
  return `${name}: ${numRuns} runs at seed ${SEED} held\n${lines.join('')}`;
}
