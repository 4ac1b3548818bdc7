import { FLAGS, INFLOWS, IS_FEE, IS_ISSUER, LAST_OUT, OUTFLOWS } from '../columns/account-rows.ts';
import type { ColumnSnapshot } from '../columns/column-snapshot.ts';
import * as at from '../columns/record-log.ts';
import { type AccountAggregate, deriveLabel, type EntityFlow, isDepositService } from '../labels/derive.ts';
import type { Label } from '../labels/label.ts';
import { governingLabel } from '../labels/resolve-labels.ts';
import { DEPOSIT_PAYMENTS, SERVICE_COUNTERPARTIES } from '../method/numbers.ts';

/**
 * Derived labels of all accounts of a column store, by account; the snapshot carries given labels only. The same labels
 * as `deriveAccountLabels` derives, account by account over the lists of the store, so that memory stays bounded by the
 * largest account.
 *
 * @param isContract distinguishes contracts from wallets, where that is known; by account.
 * @example
 * store.relabel([...given, ...deriveColumnLabels(store.snapshot(), () => false)]);
 */
export function* deriveColumnLabels(
  snapshot: ColumnSnapshot,
  isContract: (account: number) => boolean,
): Generator<readonly [account: number, label: Label]> {
  const { accounts } = snapshot.tables;
  for (let account = 0; account < accounts.count; account += 1) {
    if ((accounts.word(account, FLAGS) & (IS_FEE | IS_ISSUER)) !== 0) continue;
    if (snapshot.labels.isLabelled(account) && governingLabel(snapshot.labels.labelsOf(account), null) !== null)
      continue;
    const records = accounts.word(account, INFLOWS) + accounts.word(account, OUTFLOWS);
    const label = deriveLabel({
      labelled: false,
      // An account that only paid fees took part in nothing.
      contract: isContract(account) && counterpartiesOf(snapshot, account) > 0,
      ...paymentsOf(snapshot, account),
      counterparties: records > SERVICE_COUNTERPARTIES ? counterpartiesOf(snapshot, account) : 0,
    });
    if (label !== null) yield [account, label];
  }
}

const NO_PAYMENTS = { payments: 0, outflow: 0n, toEntities: [] };

/** What the rule of deposit addresses needs; accounts that never paid a service are passed over quickly. */
function paymentsOf(
  snapshot: ColumnSnapshot,
  account: number,
): Pick<AccountAggregate, 'payments' | 'outflow' | 'toEntities'> {
  const { log, accounts } = snapshot.tables;
  if (accounts.word(account, OUTFLOWS) < DEPOSIT_PAYMENTS) return NO_PAYMENTS;
  let isWithService = false;
  for (let record = accounts.word(account, LAST_OUT); record !== 0; record = log.word(record, at.FROM_PREVIOUS_OUT)) {
    if (!snapshot.labels.isLabelled(log.word(record, at.TO))) continue;
    isWithService = true;
    break;
  }
  if (!isWithService) return NO_PAYMENTS;
  let payments = 0;
  let outflow = 0n;
  const toEntities = new Map<string, EntityFlow>();
  for (let record = accounts.word(account, LAST_OUT); record !== 0; record = log.word(record, at.FROM_PREVIOUS_OUT)) {
    const receiver = log.word(record, at.TO);
    const flags = accounts.word(receiver, FLAGS);
    if ((flags & IS_FEE) !== 0) continue;
    const amount = snapshot.amountOf(record);
    payments += 1;
    outflow += amount;
    if ((flags & IS_ISSUER) !== 0 || !snapshot.labels.isLabelled(receiver)) continue;
    const governing = governingLabel(snapshot.labels.labelsOf(receiver), log.word(record, at.TIME));
    if (governing === null || !isDepositService(governing.label.category)) continue;
    const { entity, category } = governing.label;
    const key = `${category}\n${entity}`;
    toEntities.set(key, { entity, category, amount: amount + (toEntities.get(key)?.amount ?? 0n) });
  }
  return { payments, outflow, toEntities: [...toEntities.values()] };
}

function counterpartiesOf(snapshot: ColumnSnapshot, account: number): number {
  const { log, accounts } = snapshot.tables;
  const met = new Set<number>();
  for (let record = snapshot.lastIn(account); record !== 0; record = log.word(record, at.TO_PREVIOUS_IN)) {
    met.add(log.word(record, at.FROM));
  }
  for (let record = accounts.word(account, LAST_OUT); record !== 0; record = log.word(record, at.FROM_PREVIOUS_OUT)) {
    const receiver = log.word(record, at.TO);
    if ((accounts.word(receiver, FLAGS) & IS_FEE) === 0) met.add(receiver);
  }
  return met.size;
}
