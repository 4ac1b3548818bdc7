// A separate process that works on the batches of a database. It waits for ever at the given step of the third address,
// so that its parent can kill it there. It prints 'there' when it reaches the step.

import { batchWorkStore } from '../../../src/modules/api/batches/judge/batch-work.store.ts';
import { fakeEngine } from '../../../src/modules/checks/checks/test/check-fakes.ts';
import { ledger } from '../../../src/modules/money/index.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { batchServer } from '../../support/batch-server.ts';
import { BATCH_STEPS } from './batch-steps.ts';

const [, , url, chosen] = process.argv;
if (url === undefined || chosen === undefined || !Object.hasOwn(BATCH_STEPS, chosen)) {
  throw new Error('usage: batch-and-stop <database> <step>');
}
let begun = 0;

async function at(step: keyof typeof BATCH_STEPS): Promise<void> {
  if (step !== chosen || begun < 3) return;
  process.stdout.write('there\n');
  // Keeps the process, and with it the open transaction, until it is killed.
  await new Promise<void>((resolve) => setTimeout(resolve, 600_000));
}

const server = batchServer(
  { pool: openPool(url), url },
  {
    limits: { lanes: 1 },
    work: {
      ...batchWorkStore,
      claim: async (...asked) => {
        const claimed = await batchWorkStore.claim(...asked);
        if (claimed !== null) begun += 1;
        await at('taken, not committed');
        return claimed;
      },
      begun: async (...asked) => {
        await at('check started, not named');
        return batchWorkStore.begun(...asked);
      },
      settle: async (...asked) => {
        await at('check ended, not counted');
        const isOver = await batchWorkStore.settle(...asked);
        await at('counted, not committed');
        return isOver;
      },
    },
    checks: {
      balance: {
        ...ledger,
        reserve: async (...asked) => {
          const isReserved = await ledger.reserve(...asked);
          await at('reserved, not committed');
          return isReserved;
        },
      },
      engine: {
        ...fakeEngine,
        exposureOf: async (...asked) => {
          await at('in the middle of the walk');
          return fakeEngine.exposureOf(...asked);
        },
      },
    },
  },
);
server.worker.start();
