import { CATEGORIES } from '@assay/domain';
import {
  ClusterUnion,
  COMPETING_CONFIDENCE,
  carriedEntity,
  coinMovement,
  compareLabels,
  compareTransfers,
  DERIVED_CONFIDENCE,
  type DerivingRule,
  depositServiceOf,
  FEE_SINK,
  governingLabel,
  ISSUER,
  isRecord,
  jointOwners,
  LARGEST_RISKY_CLUSTER,
  type Label,
  type Movement,
  type NodeId,
  type RawTransfer,
  type ServiceAt,
  ServiceConduct,
  serviceOf,
} from '@assay/exposure';
import { MemoryUtxoStore } from '@assay/exposure/reference';
import type { World } from './world.ts';

/** An address by its records, and what it did in their order. */
export interface Party {
  readonly node: NodeId;
  readonly address: string;
  readonly role: 'account' | 'fee' | 'issuer';
  readonly movements: readonly Movement[];
}

/** Rules of version 2 that give labels; leaving one out shows what it does. */
export type LabelRule = DerivingRule | 'carried';
export const LABEL_RULES: readonly LabelRule[] = ['carried', 'cluster', 'deposit_address', 'unlabelled_service'];

const partiesOfRecords = new WeakMap<World['records'], readonly Party[]>();

/** Every address of a world, by its node, as version 2 reads what it did; labels change nothing of it. */
export function partiesOf(world: World): readonly Party[] {
  const known = partiesOfRecords.get(world.records);
  if (known !== undefined) return known;
  const parties = world.records.kind === 'account' ? accountParties(world) : coinParties(world);
  partiesOfRecords.set(world.records, parties);
  return parties;
}

/**
 * Labels as version 2 has them, in memory: given and carried ones, and those that its own rules derive from the records
 * (docs/method/2, sections 3.1, 3.2, 5.2 and 5.3).
 *
 * @param rules that are applied; all by default
 */
export function labelsByMethod2(
  world: World,
  rules: ReadonlySet<LabelRule> = new Set(LABEL_RULES),
): ReadonlyMap<string, readonly Label[]> {
  const labels = new Map<string, Label[]>();
  const add = (address: string, more: readonly Label[]) => {
    if (more.length > 0) labels.set(address, [...(labels.get(address) ?? []), ...more].sort(compareLabels));
  };
  for (const [address, own] of world.labels) add(address, own);
  if (rules.has('carried')) for (const [address, own] of world.carried ?? []) add(address, own);
  const own = new Map(labels);
  if (rules.has('cluster')) for (const [address, lent] of clusterLabels(world, labels)) add(address, lent);
  const derived: (readonly [string, Label])[] = [];
  const parties = partiesOf(world);
  const addresses = new Map(parties.map(({ node, address }) => [node, address]));
  const serviceAt: ServiceAt = (party, time) => {
    const label = governingLabel(own.get(addresses.get(party) ?? '') ?? [], time)?.label;
    return label === undefined || label.carriedFrom !== undefined ? null : serviceOf(label);
  };
  for (const { address, role, movements } of parties) {
    if (role !== 'account' || governingLabel(labels.get(address) ?? [], null) !== null) continue;
    const service = rules.has('deposit_address') ? depositServiceOf(0n, movements, serviceAt) : null;
    if (service !== null) derived.push([address, derivedLabel('deposit_address', service)]);
    else if (rules.has('unlabelled_service') && isService(movements)) derived.push([address, unlabelled()]);
  }
  for (const [address, label] of derived) add(address, [label]);
  return labels;
}

/** Whether what an address did is that of an unlabelled service, whether or not it carries a label. */
export function isService(movements: readonly Movement[]): boolean {
  const conduct = new ServiceConduct(0n);
  for (const movement of movements) conduct.add(movement);
  return conduct.isService;
}

function accountParties({ records }: World): readonly Party[] {
  if (records.kind !== 'account') return [];
  const parties = new Map<string, { readonly node: NodeId; readonly movements: Movement[] }>();
  const partyOf = (address: string) => {
    const party = parties.get(address) ?? { node: parties.size, movements: [] };
    parties.set(address, party);
    return party;
  };
  for (const { from, to, amount, time, transactionId } of recordsInOrder(records.transfers)) {
    const isFee = to === FEE_SINK;
    const record = { transaction: transactionId, time, amount };
    const [payer, payee] = [partyOf(from), partyOf(to)];
    const paid = isFee ? { flow: 0n, parties: [] } : { flow: amount, parties: [{ party: payee.node, amount }] };
    payer.movements.push({ ...record, direction: 'out', ...paid });
    payee.movements.push({ ...record, direction: 'in', flow: amount, parties: [{ party: payer.node, amount }] });
  }
  return [...parties].map(([address, party]) => ({ address, role: roleOf(address), ...party }));
}

/** Each record once, without those of nothing and to oneself. */
function recordsInOrder(transfers: readonly RawTransfer[]): readonly RawTransfer[] {
  return transfers
    .filter(isRecord)
    .toSorted(compareTransfers)
    .filter((transfer, index, all) => {
      const before = all[index - 1];
      return before === undefined || compareTransfers(before, transfer) !== 0;
    });
}

function roleOf(address: string): Party['role'] {
  return address === FEE_SINK ? 'fee' : address === ISSUER ? 'issuer' : 'account';
}

function coinParties({ network, records }: World): readonly Party[] {
  if (records.kind !== 'utxo') return [];
  const store = new MemoryUtxoStore({ network, transactions: records.transactions, derive: false });
  const parties = new Map<NodeId, Movement[]>();
  for (const transaction of store.records) {
    const owners = new Set([...transaction.inputs, ...transaction.outputs].map(({ owner }) => owner));
    for (const owner of owners) {
      if (owner === null) continue;
      const own = parties.get(owner) ?? [];
      parties.set(owner, own);
      const movement = coinMovement(transaction, owner);
      if (movement !== null) own.push(movement);
    }
  }
  return [...parties].map(([node, movements]) => {
    const { address, role } = store.factsOf(node);
    return { node, address, role, movements };
  });
}

/** What the other addresses of each cluster lend an address (docs/method/2, section 5.3). */
function clusterLabels(
  { network, records }: World,
  labels: ReadonlyMap<string, readonly Label[]>,
): ReadonlyMap<string, readonly Label[]> {
  if (records.kind !== 'utxo') return new Map();
  const store = new MemoryUtxoStore({ network, transactions: records.transactions, derive: false });
  const addressOf = (node: NodeId) => store.factsOf(node).address;
  const givenOf = (node: NodeId) => labels.get(addressOf(node)) ?? [];
  const union = new ClusterUnion((id) => ({ id, size: 1, entity: carriedEntity(givenOf(id)) }));
  for (const transaction of store.records) {
    const owners = jointOwners(transaction).toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1));
    union.join(transaction.node, owners);
  }
  const lent = new Map<string, readonly Label[]>();
  for (const { size, parts } of union.clusters()) {
    const members = parts.map(({ id }) => id);
    const taken = members
      .flatMap(givenOf)
      .filter(({ confidence }) => confidence >= COMPETING_CONFIDENCE)
      .filter(({ category }) => size <= LARGEST_RISKY_CLUSTER || 'CD'.includes(CATEGORIES[category].tier))
      .map((label): Label => ({ ...label, origin: 'derived', derivedBy: 'cluster' }));
    for (const member of members) if (size > 1) lent.set(addressOf(member), taken);
  }
  return lent;
}

function unlabelled(): Label {
  return derivedLabel('unlabelled_service', { entity: 'Unlabelled service', category: 'unlabelled_service' });
}

function derivedLabel(
  rule: 'deposit_address' | 'unlabelled_service',
  { entity, category }: Pick<Label, 'entity' | 'category'>,
): Label {
  return {
    entity,
    category,
    confidence: DERIVED_CONFIDENCE,
    source: rule === 'deposit_address' ? 'derived-deposit-address' : 'derived-unlabelled-service',
    sourceUrl: null,
    sourceDate: null,
    validFrom: null,
    validTo: null,
    origin: 'derived',
    derivedBy: rule,
  };
}
