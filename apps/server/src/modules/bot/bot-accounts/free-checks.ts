import type { FreeGrants, Ledger } from '../../money/index.ts';
import type { BotLedger } from './bot-accounts.ports.ts';

export interface FreeChecks {
  /** Check credits that a Telegram user gets, once ever; 0 grants none. */
  readonly freeChecks: number;
  readonly grants: FreeGrants;
  /** Keyed, so that a reader of the balance ledger cannot find out which Telegram users had their free checks. */
  readonly hash: (text: string) => string;
}

/** The operations on the balance ledger that the bot accounts need. */
export function botLedger(ledger: Pick<Ledger, 'stateOf'>, { freeChecks, grants, hash }: FreeChecks): BotLedger {
  return {
    async giveFree(db, { sub, telegramId, now }) {
      const key = `telegram:${hash(`telegram user ${telegramId}`)}`;
      await grants.give(db, { kind: 'bot', sub, checks: freeChecks, key, now });
    },
    stateOf: (db, sub, now) => ledger.stateOf(db, sub, now),
  };
}
