// A separate process that runs one check of the account `demo`. It waits for ever at the given step, so that its parent
// can kill it there. It prints 'there' when it reaches the step.

import { buildChecksService } from '../../../src/modules/checks/checks/checks.service.ts';
import { checksStore } from '../../../src/modules/checks/checks/stored/checks.store.ts';
import { BTC_CHECK, checksDeps } from '../../../src/modules/checks/checks/test/check-fakes.ts';
import { ledger } from '../../../src/modules/money/index.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { inTransaction } from '../../../src/platform/db/transactions.ts';
import { isStep, type Step } from './steps.ts';

const [, , url, chosen] = process.argv;
if (url === undefined || !isStep(chosen)) throw new Error('usage: check-and-stop <database> <step>');
const pool = openPool(url);

async function at(step: Step): Promise<void> {
  if (step !== chosen) return;
  process.stdout.write('there\n');
  // Keeps the process, and with it the open transaction, until it is killed.
  await new Promise<void>((resolve) => setTimeout(resolve, 600_000));
}

const base = checksDeps(pool);
let transactions = 0;
const checks = buildChecksService({
  ...base,
  renewEveryMs: 600_000,
  transaction: async (work) => {
    const done = await inTransaction(pool, work);
    transactions += 1;
    await at(transactions === 1 ? 'committed, not started' : 'all committed, nothing reported');
    return done;
  },
  balance: {
    reserve: async (...request) => {
      await at('before anything is written');
      const isReserved = await ledger.reserve(...request);
      await at('reserved, the check not written down');
      return isReserved;
    },
    take: async (...request) => {
      await at('result stored, not committed');
      const isTaken = await ledger.take(...request);
      await at('taken, not committed');
      return isTaken;
    },
    release: (...request) => ledger.release(...request),
    isTaken: (...request) => ledger.isTaken(...request),
    limitsOf: (...request) => ledger.limitsOf(...request),
    stateOf: (...request) => ledger.stateOf(...request),
  },
  store: {
    ...checksStore,
    insert: async (...request) => {
      await checksStore.insert(...request);
      await at('written down, not committed');
    },
    finish: async (...request) => {
      await at('computed, nothing stored');
      return checksStore.finish(...request);
    },
  },
  engine: {
    ...base.engine,
    exposureOf: async (...request) => {
      await at('in the middle of the walk');
      return base.engine.exposureOf(...request);
    },
  },
});
await checks.runCheck({ sub: 'demo', pays: true }, BTC_CHECK, { answerWithinMs: Number.POSITIVE_INFINITY });
