import { FLAGS, INFLOWS, IS_FEE, IS_ISSUER, OUTFLOWS } from '../columns/account-rows.ts';
import type { ColumnSnapshot } from '../columns/column-snapshot.ts';
import { depositServiceOf, type Service, type ServiceAt, serviceOf } from '../labels/deposit-address.ts';
import type { DerivingRule, Label } from '../labels/label.ts';
import type { Movement } from '../labels/movement.ts';
import { governingLabel } from '../labels/resolve-labels.ts';
import { ServiceConduct } from '../labels/unlabelled-service.ts';
import { DERIVED_CONFIDENCE } from '../method/label-numbers-2.ts';
import { DEPOSIT_PAYMENTS, SERVICE_COUNTERPARTIES } from '../method/numbers.ts';

/**
 * Labels that version 2 of the method derives for the accounts of a column store, by account (docs/method/2, sections
 * 3.1 and 3.2); the snapshot carries given labels only, and each record is a transaction of its own. Memory is bounded
 * by the largest account.
 *
 * @example
 * store.relabel([...given, ...deriveColumnLabels2(store.snapshot())]);
 */
export function* deriveColumnLabels2(snapshot: ColumnSnapshot): Generator<readonly [account: number, label: Label]> {
  const { accounts } = snapshot.tables;
  const serviceAt: ServiceAt = (party, time) => {
    if (!snapshot.labels.isLabelled(party)) return null;
    const label = governingLabel(snapshot.labels.labelsOf(party), time)?.label;
    return label === undefined ? null : serviceOf(label);
  };
  for (let account = 0; account < accounts.count; account += 1) {
    if ((accounts.word(account, FLAGS) & (IS_FEE | IS_ISSUER)) !== 0) continue;
    if (snapshot.labels.isLabelled(account) && governingLabel(snapshot.labels.labelsOf(account), null) !== null)
      continue;
    const isPayer = accounts.word(account, OUTFLOWS) >= DEPOSIT_PAYMENTS && paysService(snapshot, account, serviceAt);
    const isLarge = accounts.word(account, INFLOWS) + accounts.word(account, OUTFLOWS) > SERVICE_COUNTERPARTIES;
    if (!isPayer && !isLarge) continue;
    const movements = movementsOf(snapshot, account);
    const service = isPayer ? depositServiceOf(0n, movements, serviceAt) : null;
    if (service !== null) yield [account, labelOf('deposit_address', service)];
    else if (isLarge && isServiceBy(movements)) {
      yield [account, labelOf('unlabelled_service', { entity: 'Unlabelled service', category: 'unlabelled_service' })];
    }
  }
}

function paysService(snapshot: ColumnSnapshot, account: number, serviceAt: ServiceAt): boolean {
  for (let record = snapshot.firstOut(account); record !== 0; record = snapshot.nextOut(record)) {
    if (serviceAt(snapshot.toOf(record), snapshot.timeOf(record)) !== null) return true;
  }
  return false;
}

function movementsOf(snapshot: ColumnSnapshot, account: number): readonly Movement[] {
  const { accounts, late } = snapshot.tables;
  const found: { readonly record: number; readonly isIn: boolean }[] = [];
  for (let record = snapshot.lastIn(account); record !== 0; record = snapshot.previousIn(record)) {
    found.push({ record, isIn: true });
  }
  for (let record = snapshot.firstOut(account); record !== 0; record = snapshot.nextOut(record)) {
    found.push({ record, isIn: false });
  }
  found.sort((a, b) => late.positionOf(a.record) - late.positionOf(b.record));
  return found.map(({ record, isIn }): Movement => {
    const amount = snapshot.amountOf(record);
    const party = isIn ? snapshot.fromOf(record) : snapshot.toOf(record);
    const isFee = (accounts.word(party, FLAGS) & IS_FEE) !== 0;
    return {
      ...{ transaction: record, time: snapshot.timeOf(record), direction: isIn ? 'in' : 'out', amount },
      flow: isFee ? 0n : amount,
      parties: isFee ? [] : [{ party, amount }],
    };
  });
}

function isServiceBy(movements: readonly Movement[]): boolean {
  const conduct = new ServiceConduct(0n);
  for (const movement of movements) conduct.add(movement);
  return conduct.isService;
}

function labelOf(derivedBy: DerivingRule, { entity, category }: Service): Label {
  return {
    ...{ entity, category, confidence: DERIVED_CONFIDENCE, source: `derived-${derivedBy.replaceAll('_', '-')}` },
    ...{ sourceUrl: null, sourceDate: null, validFrom: null, validTo: null, origin: 'derived', derivedBy },
  };
}
