import type { LedgerKey } from '../../../platform/db/index.ts';

/** How a transfer ledger is called, in messages and as a key: `USDT on TRX`. */
export function ledgerName({ network, ticker }: LedgerKey): string {
  return `${ticker} on ${network}`;
}
