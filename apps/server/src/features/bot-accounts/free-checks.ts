import { FREE_TARIFF, type Ledger } from '../ledger/index.ts';
import type { BotLedger } from './bot-accounts.ports.ts';

export interface FreeChecks {
  /** Check credits that a Telegram user gets, once ever; 0 grants none. */
  readonly freeChecks: number;
  /** Keyed, so that a reader of the balance ledger cannot find out which Telegram users had their free checks. */
  readonly hash: (text: string) => string;
}

/** The operations on the balance ledger that the bot accounts need. */
export function botLedger(ledger: Pick<Ledger, 'grant' | 'stateOf'>, { freeChecks, hash }: FreeChecks): BotLedger {
  return {
    async giveFree(db, { sub, telegramId, now }) {
      if (freeChecks === 0) return;
      const key = `telegram:${hash(`telegram user ${telegramId}`)}`;
      const grant = {
        sub,
        tariff: FREE_TARIFF,
        checks: freeChecks,
        reason: 'telegram',
        key,
        expiresAt: null,
        now,
      } as const;
      await ledger.grant(db, grant);
    },
    stateOf: (db, sub, now) => ledger.stateOf(db, sub, now),
  };
}
