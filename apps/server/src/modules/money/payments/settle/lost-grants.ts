import type { Db } from '../../../../platform/db/index.ts';
import type { Ledger } from '../../ledger/ledger.ports.ts';
import type { DecidedUse } from '../deposits/deposits.store.ts';
import type { DepositReport } from '../deposits/deposits.ts';
import type { PaymentStatus } from '../payments.ports.ts';

export interface LostGrantDeps {
  readonly ledger: Pick<Ledger, 'revoke'>;
}

export type LostStatus = Extract<PaymentStatus, 'refunded' | 'reversed'>;

/**
 * Takes back the checks that the operator gave for held money which went back since: to its payer, or to a bank. What was
 * given for several deposits at once goes as a whole with the first of them, as an order does. Booked once, however often
 * it is reported; returns what was booked now.
 */
export async function takeBackGrants(
  { ledger }: LostGrantDeps,
  tx: Db,
  reports: readonly DepositReport[],
  uses: readonly DecidedUse[],
  now: Date,
): Promise<readonly LostStatus[]> {
  const latest = new Map(reports.map((report) => [report.deposit, report]));
  const lost = new Map<string, LostStatus>();
  for (const { grantKey, deposit } of uses) {
    const report = latest.get(deposit);
    if (grantKey === null || report?.state !== 'refunded') continue;
    lost.set(grantKey, report.status === 'reversed' ? 'reversed' : 'refunded');
  }
  const booked: LostStatus[] = [];
  for (const [key, status] of lost) {
    const reason = status === 'reversed' ? 'chargeback' : 'refunded';
    const { takenBack, deficit } = await ledger.revoke(tx, { key, reason, now });
    if (takenBack + deficit > 0) booked.push(status);
  }
  return booked;
}
