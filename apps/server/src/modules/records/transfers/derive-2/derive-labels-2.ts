import { NETWORKS } from '@assay/domain';
import {
  DEPOSIT_PAYMENTS,
  DEPOSIT_PERCENT,
  DERIVED_CONFIDENCE,
  DepositForwarding,
  DepositOutflows,
  governingLabel,
  type NodeId,
  SERVICE_COUNTERPARTIES,
  type Service,
  type ServiceAt,
  ServiceConduct,
  serviceOf,
} from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';
import { labelsInCluster } from '../clusters/cluster-labels.ts';
import { busyOwners, coinPayersOf, manyCounterparties, payersOf } from '../derive/derive.store.ts';
import { type Known, readKnown } from '../derive/read-known.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import type { LabelOfMethod2 } from './labels-of-method-2.store.ts';
import { clusterLabels, payersOfMost, readOpening } from './movements.store.ts';
import { readMovements } from './read-movements.ts';

const PAYERS_PER_READ = 500;

/**
 * Deposit addresses and unlabelled services of an asset by the rules of method 2 (docs/method/2, sections 3.1 and 3.2),
 * from all records held. Clusters are those stored when it is called.
 *
 * @param among accounts of an account network whose labels are derived; null for all of any network
 */
export async function deriveLabels2(
  client: PoolClient,
  given: LabelsPort,
  ledger: Ledger,
  signal: AbortSignal,
  among: readonly NodeId[] | null,
): Promise<readonly LabelOfMethod2[]> {
  const known = await readKnown(client, given, ledger, signal, among);
  const isUtxo = NETWORKS[ledger.network].ledger === 'utxo';
  const derived = new Map<NodeId, LabelOfMethod2>();
  const payers = isUtxo
    ? await coinPayersOf(client, known.services)
    : await payersOf(client, ledger, known.services, among);
  for (let at = 0; at < payers.length; at += PAYERS_PER_READ) {
    signal.throwIfAborted();
    const open = await openOf(client, known, payers.slice(at, at + PAYERS_PER_READ));
    const condition = { payments: DEPOSIT_PAYMENTS, percent: DEPOSIT_PERCENT };
    const asked = isUtxo ? open : await payersOfMost(client, ledger, open, known.services, condition);
    for (const node of asked) {
      const service = await depositServiceOf(client, known, node, signal);
      if (service !== null) derived.set(node, depositLabel(known, node, service));
    }
  }
  const many = isUtxo
    ? await busyOwners(client, ledger, SERVICE_COUNTERPARTIES)
    : (await manyCounterparties(client, ledger, SERVICE_COUNTERPARTIES, among)).map(({ node }) => node);
  for (const node of await openOf(client, known, many)) {
    if (derived.has(node)) continue;
    if (await isServiceOf(client, known, node, signal)) derived.set(node, serviceLabel(known, node));
  }
  return [...derived.values()];
}

/** Those of these accounts that neither their own label nor that of their cluster, nor a protected role, decides. */
async function openOf(client: PoolClient, known: Known, nodes: readonly NodeId[]): Promise<readonly NodeId[]> {
  const open = nodes.filter(known.isOpen);
  const labelled = new Set<NodeId>();
  for (const { node, size, labels } of await clusterLabels(client, open)) {
    if (governingLabel(labelsInCluster(labels, size), null) !== null) labelled.add(node);
  }
  return open.filter((node) => !labelled.has(node));
}

async function depositServiceOf(
  client: PoolClient,
  known: Known,
  node: NodeId,
  signal: AbortSignal,
): Promise<Service | null> {
  const serviceAt: ServiceAt = (party, time) => {
    const { role, labels } = known.facts(party);
    const label = role === 'account' ? governingLabel(labels, time)?.label : undefined;
    return label === undefined || label.carriedFrom !== undefined ? null : serviceOf(label);
  };
  const outflows = new DepositOutflows(serviceAt);
  for await (const page of readMovements(client, known, node, signal)) for (const one of page) outflows.add(one);
  const { service } = outflows;
  if (service === null) return null;
  const opening = await readOpening(client, known.ledger, node);
  const forwarding = new DepositForwarding(opening, service.entity, serviceAt);
  for await (const page of readMovements(client, known, node, signal)) for (const one of page) forwarding.add(one);
  return forwarding.holds ? service : null;
}

async function isServiceOf(client: PoolClient, known: Known, node: NodeId, signal: AbortSignal): Promise<boolean> {
  const conduct = new ServiceConduct(await readOpening(client, known.ledger, node));
  for await (const page of readMovements(client, known, node, signal)) for (const one of page) conduct.add(one);
  return conduct.isService;
}

function depositLabel(known: Known, node: NodeId, { entity, category }: Service): LabelOfMethod2 {
  const address = known.addresses.get(node) ?? '';
  const source = 'derived-deposit-address';
  return { address, rule: 'deposit_address', entity, category, source, confidence: DERIVED_CONFIDENCE };
}

function serviceLabel(known: Known, node: NodeId): LabelOfMethod2 {
  return {
    address: known.addresses.get(node) ?? '',
    rule: 'unlabelled_service',
    entity: 'Unlabelled service',
    category: 'unlabelled_service',
    source: 'derived-unlabelled-service',
    confidence: DERIVED_CONFIDENCE,
  };
}
