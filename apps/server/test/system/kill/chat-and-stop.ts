// A separate process in which a Telegram user writes, joins and checks. It waits for ever at the given step, so that its
// parent can kill it there. It prints 'there' when it reaches the step.

import { botAccountsStore } from '../../../src/modules/bot/bot-accounts/bot-accounts.store.ts';
import { joinLinksStore } from '../../../src/modules/bot/bot-accounts/join-links.store.ts';
import { buildChecksService } from '../../../src/modules/checks/checks/checks.service.ts';
import { BTC_CHECK, checksDeps } from '../../../src/modules/checks/checks/test/check-fakes.ts';
import { ledger } from '../../../src/modules/money/index.ts';
import { wireFreeGrants } from '../../../src/modules/money/open/given.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { NO_LIMITS } from '../../support/free-grants.ts';
import { type ChatStep, isChatStep } from './chat-steps.ts';
import { botFeaturesOf } from './telegram-features.ts';

const [, , url, chosen, token] = process.argv;
if (url === undefined || token === undefined || !isChatStep(chosen)) {
  throw new Error('usage: chat-and-stop <database> <step> <token>');
}
const pool = openPool(url);

async function at(step: ChatStep): Promise<void> {
  if (step !== chosen) return;
  process.stdout.write('there\n');
  // Keeps the process, and with it the open transaction, until it is killed.
  await new Promise<void>((resolve) => setTimeout(resolve, 600_000));
}

const checks = buildChecksService({
  ...checksDeps(pool),
  balance: {
    ...ledger,
    reserve: async (...request) => {
      await at('the request is written down, nothing is reserved');
      const isReserved = await ledger.reserve(...request);
      if (isReserved) await at('the chat’s own check is reserved, not committed');
      return isReserved;
    },
  },
});
const {
  accounts,
  joining,
  checks: chatChecks,
} = botFeaturesOf(pool, checks, {
  grants: wireFreeGrants(NO_LIMITS, {
    grant: async (...request) => {
      await at('the account is made, nothing is given');
      const isGiven = await ledger.grant(...request);
      await at('the free checks are given, not committed');
      return isGiven;
    },
  }),
  stores: {
    accounts: {
      ...botAccountsStore,
      join: async (...request) => {
        await at('the link is used, the chat not joined');
        await botAccountsStore.join(...request);
        await at('the chat is joined, not committed');
      },
    },
    links: joinLinksStore,
  },
});
await accounts.open('77', 'ru');
await at('the account is stored');
await joining.join('77', token);
await at('the chat is joined');
await chatChecks.check('77', BTC_CHECK, '1:1');
await at('the check is done, nothing is reported');
