import { sampleWorlds } from './lines/sample-worlds.ts';
import type { RealCase } from './real-cases.ts';
import type { WorldOf } from './run.ts';
import { readStarterLabels } from './starter-labels.ts';
import { withoutLabelsOf } from './world/world.ts';

/** The world of one real address: the records and labels that ship. */
export function openRealWorlds(): WorldOf<RealCase> {
  const worlds = sampleWorlds(readStarterLabels());
  return ({ network, address, name }, leaveOut) => {
    const sample = worlds.find((one) => one.network === network && one.ticker === network);
    if (sample === undefined) throw new RangeError(`no records for '${name}' on ${network}`);
    return { world: leaveOut ? withoutLabelsOf(sample.world, address) : sample.world, subject: address };
  };
}
