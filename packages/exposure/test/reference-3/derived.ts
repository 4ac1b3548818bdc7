/** Deposit addresses and unlabelled services (sections 3.1 and 3.2). */
import type { Category } from '@assay/domain';
import type { Flow, Flows } from './flows.ts';
import type { LabelSet } from './label-set.ts';
import { byText, dayOf, type Question } from './question.ts';

export interface DepositAddress {
  readonly entity: string;
  readonly category: Category;
}

const SERVICES: readonly Category[] = [
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
];

const SOON = 24 * 3600;

function total(flows: readonly Flow[], way: Flow['way']): bigint {
  return flows.reduce((all, flow) => (flow.way === way ? all + flow.amount : all), 0n);
}

/** How many of the outflows asked for there are, and how many of them empty the account. */
function emptying(flows: readonly Flow[], isAskedFor: (flow: Flow) => boolean) {
  let [asked, empty, cameIn] = [0, 0, 0n];
  for (const flow of flows) {
    if (flow.way === 'in') cameIn += flow.amount;
    else if (isAskedFor(flow)) {
      asked += 1;
      if (cameIn === 0n ? flow.left <= 0n : flow.left * 100n <= cameIn) empty += 1;
      cameIn = 0n;
    }
  }
  return { asked, empty };
}

/** The median of section 3.1 is at most 24 hours: what waited no longer is at least half of everything that came in. */
function forwardsSoon(flows: readonly Flow[], isToService: (flow: Flow) => boolean): boolean {
  const cameIn = total(flows, 'in');
  let soon = 0n;
  flows.forEach((flow, position) => {
    if (flow.way !== 'in') return;
    const next = flows.slice(position + 1).find((later) => later.way === 'out' && isToService(later));
    if (next !== undefined && next.time - flow.time <= SOON) soon += flow.amount;
  });
  return cameIn > 0n && soon * 2n >= cameIn;
}

export function depositOf(flows: readonly Flow[], labels: LabelSet): DepositAddress | undefined {
  const outflows = flows.filter((flow) => flow.way === 'out');
  if (outflows.length < 2) return undefined;
  /** The service a part of an outflow went to, by the receiver's given label at its time. */
  const serviceOf = (other: string, time: number) => {
    if (labels.isProtected(other)) return undefined;
    const label = labels.labelOf(other, time)?.label;
    return label?.kind === 'given' && SERVICES.includes(label.category) ? label : undefined;
  };
  const received = new Map<string, Map<Category, bigint>>();
  for (const flow of outflows) {
    for (const part of flow.parts) {
      const service = serviceOf(part.other, flow.time);
      if (service === undefined) continue;
      const categories = received.get(service.entity) ?? new Map<Category, bigint>();
      received.set(service.entity, categories);
      categories.set(service.category, (categories.get(service.category) ?? 0n) + part.amount);
    }
  }
  const sent = total(flows, 'out');
  for (const [entity, categories] of received) {
    const toService = [...categories.values()].reduce((all, amount) => all + amount, 0n);
    if (toService * 100n < sent * 95n) continue;
    const isToService = (flow: Flow) =>
      flow.parts.some((part) => part.amount > 0n && serviceOf(part.other, flow.time)?.entity === entity);
    const { asked, empty } = emptying(flows, isToService);
    if (!forwardsSoon(flows, isToService) || empty * 2 < asked) continue;
    const [most] = [...categories].toSorted(([a, x], [b, y]) => (x > y ? -1 : x < y ? 1 : byText(a, b)));
    if (most !== undefined) return { entity, category: most[0] };
  }
  return undefined;
}

/** The four conditions of section 3.2 alone. */
export function isServiceByConditions(flows: readonly Flow[]): boolean {
  const counted = new Set<string>();
  for (const way of ['in', 'out'] as const) {
    const all = total(flows, way);
    const others = new Map<string, bigint>();
    for (const flow of flows) {
      if (flow.way !== way) continue;
      for (const { other, amount } of flow.parts) others.set(other, (others.get(other) ?? 0n) + amount);
    }
    const here = [...others].filter(([, amount]) => amount > 0n && amount * 100_000n >= all);
    if (here.length < 100) return false;
    for (const [other] of here) counted.add(other);
    const largest = [...others.values()].toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0)).slice(0, 10);
    if (largest.reduce((ten, amount) => ten + amount, 0n) * 100n > all * 80n) return false;
  }
  const { asked, empty } = emptying(flows, () => true);
  return (
    counted.size > 1000 &&
    new Set(flows.map((flow) => flow.transaction)).size >= 100 &&
    new Set(flows.map((flow) => dayOf(flow.time))).size >= 7 &&
    empty * 2 < asked
  );
}

export interface Derived {
  readonly depositAddress: (address: string) => DepositAddress | undefined;
  readonly isService: (address: string) => boolean;
  readonly meetsServiceConditions: (address: string) => boolean;
}

export function derivedFor({ derives, fixed }: Question, flows: Flows, labels: LabelSet): Derived {
  if (fixed !== undefined) {
    return {
      depositAddress: (address) => fixed.deposits.get(address),
      isService: (address) => fixed.services.has(address),
      meetsServiceConditions: (address) => fixed.services.has(address),
    };
  }
  const deposits = new Map<string, DepositAddress>();
  const services = new Set<string>();
  const conditions = new Set<string>();
  for (const [address, own] of derives ? flows : []) {
    const byConditions = isServiceByConditions(own);
    if (byConditions) conditions.add(address);
    if (labels.isProtected(address) || labels.labelOf(address, undefined) !== undefined) continue;
    const deposit = depositOf(own, labels);
    if (deposit !== undefined) deposits.set(address, deposit);
    else if (byConditions) services.add(address);
  }
  return {
    depositAddress: (address) => deposits.get(address),
    isService: (address) => services.has(address),
    meetsServiceConditions: (address) => conditions.has(address),
  };
}
