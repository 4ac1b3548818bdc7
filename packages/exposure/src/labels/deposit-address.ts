import type { Category } from '@assay/domain';
import { DEPOSIT_WAIT_SECONDS } from '../method/label-numbers-2.ts';
import { DEPOSIT_PAYMENTS, DEPOSIT_PERCENT } from '../method/numbers.ts';
import { compareText } from '../records/compare-text.ts';
import type { NodeId } from '../records/record.ts';
import { isDepositService } from './derive.ts';
import { Emptying } from './emptying.ts';
import type { Movement } from './movement.ts';

/** A service with customers, as an account's given label that counts names it. */
export interface Service {
  readonly entity: string;
  readonly category: Category;
}

/** The service that an account belongs to at a time, by its given label that counts; null for none with deposits. */
export type ServiceAt = (party: NodeId, time: number) => Service | null;

/** What a label says of a service with deposit addresses, or null. */
export function serviceOf(label: Service): Service | null {
  return isDepositService(label.category) ? { entity: label.entity, category: label.category } : null;
}

/** Adds up where an account's outflow went: conditions 1 and 2 of a deposit address (docs/method/2, section 3.1). */
export class DepositOutflows {
  #count = 0;
  #outflow = 0n;
  readonly #services = new Map<string, { service: Service; amount: bigint }>();
  readonly #serviceAt: ServiceAt;

  constructor(serviceAt: ServiceAt) {
    this.#serviceAt = serviceAt;
  }

  add(movement: Movement): void {
    if (movement.direction === 'in' || movement.flow === 0n) return;
    this.#count += 1;
    this.#outflow += movement.flow;
    for (const { party, amount } of movement.parties) {
      const service = this.#serviceAt(party, movement.time);
      if (service === null) continue;
      const key = `${service.category}\n${service.entity}`;
      this.#services.set(key, { service, amount: amount + (this.#services.get(key)?.amount ?? 0n) });
    }
  }

  /** The one service that nearly everything went to, with its category that received most. */
  get service(): Service | null {
    if (this.#count < DEPOSIT_PAYMENTS || this.#outflow <= 0n) return null;
    const byEntity = Map.groupBy(this.#services.values(), ({ service }) => service.entity);
    for (const flows of byEntity.values()) {
      const amount = flows.reduce((sum, flow) => sum + flow.amount, 0n);
      if (amount * 100n < this.#outflow * BigInt(DEPOSIT_PERCENT)) continue;
      const [most] = flows.toSorted((a, b) =>
        a.amount === b.amount ? compareText(a.service.category, b.service.category) : a.amount > b.amount ? -1 : 1,
      );
      return most?.service ?? null;
    }
    return null;
  }
}

/**
 * Whether an account forwards what it receives to a service soon and whole: conditions 3 and 4. Movements come in the
 * order of records. Memory is in the inflows between two outflows to the service.
 */
export class DepositForwarding {
  #inflow = 0n;
  #soon = 0n;
  readonly #waiting: { readonly time: number; readonly amount: bigint }[] = [];
  readonly #emptying: Emptying;
  readonly #isToService: (movement: Movement) => boolean;

  /** @param opening known balance before the first record, base units; 0 where none is known */
  constructor(opening: bigint, entity: string, serviceAt: ServiceAt) {
    this.#emptying = new Emptying(opening);
    this.#isToService = ({ parties, time }) =>
      parties.some(({ party, amount }) => amount > 0n && serviceAt(party, time)?.entity === entity);
  }

  add(movement: Movement): void {
    const { direction, amount, time } = movement;
    if (direction === 'in') {
      this.#emptying.receive(amount);
      this.#inflow += amount;
      this.#waiting.push({ time, amount });
      return;
    }
    const isToService = this.#isToService(movement);
    this.#emptying.spend(amount, isToService);
    if (!isToService) return;
    for (const inflow of this.#waiting) {
      if (time - inflow.time <= DEPOSIT_WAIT_SECONDS) this.#soon += inflow.amount;
    }
    this.#waiting.length = 0;
  }

  /** The median waiting time is at most the bound where inflows that waited no longer are half of all, by amount. */
  get holds(): boolean {
    return this.#inflow > 0n && this.#soon * 2n >= this.#inflow && this.#emptying.passesOn;
  }
}

/**
 * The service whose deposit address an account is (docs/method/2, section 3.1); null for none. The caller leaves out
 * accounts with a label that counts or with a protected role.
 *
 * @param opening known balance before the first record, base units
 * @param movements all of them, in the order of records
 */
export function depositServiceOf(
  opening: bigint,
  movements: readonly Movement[],
  serviceAt: ServiceAt,
): Service | null {
  const outflows = new DepositOutflows(serviceAt);
  for (const movement of movements) outflows.add(movement);
  const { service } = outflows;
  if (service === null) return null;
  const forwarding = new DepositForwarding(opening, service.entity, serviceAt);
  for (const movement of movements) forwarding.add(movement);
  return forwarding.holds ? service : null;
}
