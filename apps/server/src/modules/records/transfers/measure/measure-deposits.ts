import { CATEGORIES } from '@assay/domain';
import {
  DepositForwarding,
  DepositOutflows,
  type NodeId,
  type Service,
  type ServiceAt,
  serviceOf,
} from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';
import type { Known } from '../derive/read-known.ts';
import { readOpening } from '../derive-2/movements.store.ts';
import { readMovements } from '../derive-2/read-movements.ts';
import type { Counts } from './counts.ts';
import { type LabelledNode, repeatedEntities } from './labelled-nodes.ts';

const LEAST_OUTFLOWS = 2;

/**
 * Judges deposit addresses by the label that an address has itself, which the rule is not shown: once with the labels of
 * all others, once with those of the half alone that its entity does not belong to. Records are streamed.
 */
export async function measureDeposits(
  client: PoolClient,
  known: Known,
  labelled: ReadonlyMap<NodeId, LabelledNode>,
  counts: Counts,
  signal: AbortSignal,
): Promise<void> {
  const repeated = repeatedEntities(labelled);
  const serviceAt = (party: NodeId): Service | null => {
    const label = labelled.get(party)?.label;
    return label === undefined ? null : serviceOf(label);
  };
  for (const one of labelled.values()) {
    const strangersAt: ServiceAt = (party) => (labelled.get(party)?.half === one.half ? null : serviceAt(party));
    let outflows = 0;
    const [all, strangers] = [new DepositOutflows(serviceAt), new DepositOutflows(strangersAt)];
    for await (const page of readMovements(client, known, one.node, signal)) {
      for (const movement of page) {
        if (movement.direction === 'out' && movement.flow > 0n) outflows += 1;
        all.add(movement);
        strangers.add(movement);
      }
    }
    if (outflows < LEAST_OUTFLOWS) continue;
    const found = await ifForwarded(client, known, one.node, all.service, serviceAt, signal);
    const isRight = found !== null && counts.keyOf(found.entity) === one.entity;
    if (isRisky(one)) {
      counts.add('deposit_address', 'risky', found === null || isRight);
      continue;
    }
    if (found !== null) counts.add('deposit_address', 'precision', isRight);
    if (repeated.has(one.entity) && serviceOf(one.label) !== null) counts.add('deposit_address', 'recall', isRight);
    const stranger = await ifForwarded(client, known, one.node, strangers.service, strangersAt, signal);
    counts.add('deposit_address', 'strangers', stranger === null || counts.keyOf(stranger.entity) === one.entity);
  }
}

/** Labelled for a risk and not as a service: it says who acted, not whose account it is. */
function isRisky({ label }: LabelledNode): boolean {
  const { tier } = CATEGORIES[label.category];
  return (tier === 'S' || tier === 'A' || tier === 'B') && serviceOf(label) === null;
}

async function ifForwarded(
  client: PoolClient,
  known: Known,
  node: NodeId,
  service: Service | null,
  serviceAt: ServiceAt,
  signal: AbortSignal,
): Promise<Service | null> {
  if (service === null) return null;
  const forwarding = new DepositForwarding(await readOpening(client, known.ledger, node), service.entity, serviceAt);
  for await (const page of readMovements(client, known, node, signal)) for (const one of page) forwarding.add(one);
  return forwarding.holds ? service : null;
}
