import { type Category, CONFIDENCE } from '@assay/domain';
import { DEPOSIT_PAYMENTS, DEPOSIT_PERCENT, SERVICE_COUNTERPARTIES } from '../method/numbers.ts';
import { compareText } from '../records/compare-text.ts';
import type { Label } from './label.ts';

/** What one account's records add up to; every store computes the same and asks the same function. */
export interface AccountAggregate {
  /** A given label or a protected role already absorbs here. */
  readonly labelled: boolean;
  readonly contract: boolean;
  /** Outflows, fees left out. On UTXO networks: transactions with a net flow to other owners. */
  readonly payments: number;
  /** Base units of these payments. */
  readonly outflow: bigint;
  /** The part of it that went to accounts with a given, absorbing label, by entity and category. */
  readonly toEntities: readonly EntityFlow[];
  /** Distinct accounts it had records with, the fee sink left out; a provider's counter where that is larger. */
  readonly counterparties: number;
}

export interface EntityFlow {
  readonly entity: string;
  readonly category: Category;
  /** Base units. */
  readonly amount: bigint;
}

/** Services whose customers get deposit addresses of their own (docs/method, section 3, rule 2). */
const SERVICES: ReadonlySet<Category> = new Set<Category>([
  'exchange_licensed',
  'exchange_licence_unknown',
  'exchange_unlicensed',
  'exchange_fraudulent',
  'p2p_exchange_licensed',
  'p2p_exchange_licence_unknown',
  'p2p_exchange_unlicensed',
  'payment_processor',
  'online_wallet',
  'atm',
  'gambling',
]);

/**
 * The label an account's own records give it, or null (docs/method, section 3): (b) 'deposit address' of the one
 * service that at least 95% of its payments by amount went to, before (c) 'unlabelled service' with more than 1,000
 * counterparties, or a contract. Such a label absorbs money but never governs the account's own score.
 *
 * @example
 * deriveLabel({ labelled: false, contract: false, payments: 2, outflow: 100n, counterparties: 3,
 *   toEntities: [{ entity: 'Kraken', category: 'exchange_licensed', amount: 96n }] })?.entity; // 'Kraken'
 */
export function deriveLabel(aggregate: AccountAggregate): Label | null {
  if (aggregate.labelled) return null;
  const service = depositServiceOf(aggregate);
  if (service !== null) return derived(service.entity, service.category, 'derived-deposit-address');
  if (aggregate.counterparties > SERVICE_COUNTERPARTIES || aggregate.contract) {
    return derived('Unlabelled service', 'unlabelled_service', 'derived-unlabelled-service');
  }
  return null;
}

/** Whether payments to this category may make their payer a deposit address; stores need not add up the others. */
export function isDepositService(category: Category): boolean {
  return SERVICES.has(category);
}

/** One service may carry several categories over its addresses: the one that received most is used. */
function depositServiceOf({ payments, outflow, toEntities }: AccountAggregate): EntityFlow | null {
  if (payments < DEPOSIT_PAYMENTS || outflow <= 0n) return null;
  const services = toEntities.filter((flow) => isDepositService(flow.category));
  const byEntity = Map.groupBy(services, (flow) => flow.entity);
  for (const flows of byEntity.values()) {
    const amount = flows.reduce((sum, flow) => sum + flow.amount, 0n);
    if (amount * 100n < outflow * BigInt(DEPOSIT_PERCENT)) continue;
    return flows.toSorted(byAmount)[0] ?? null;
  }
  return null;
}

function byAmount(a: EntityFlow, b: EntityFlow): number {
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
  return compareText(a.category, b.category);
}

function derived(entity: string, category: Category, source: string): Label {
  return {
    entity,
    category,
    confidence: CONFIDENCE.derived,
    source,
    sourceUrl: null,
    sourceDate: null,
    validFrom: null,
    validTo: null,
    origin: 'derived',
  };
}
