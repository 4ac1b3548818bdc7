import type { GoverningLabel } from '../../labels/resolve-labels.ts';
import { ratio } from '../../records/ratios.ts';
import type { NodeId } from '../../records/record.ts';
import type { Flow } from '../flow.ts';
import type { Outcome } from './outcome.ts';
import type { FlowReading } from './reading.ts';

/** Who a payment came from. */
export interface PaymentSender {
  readonly node: NodeId;
  /** Share of the payment by docs/method/3, section 4, its step 3 included, 0..1. */
  readonly share: number;
  /** The label that counts for it at the time; null where it counts as unlabelled. */
  readonly label: GoverningLabel | null;
}

const POOL_FLOWS_PER_PAGE = 1000;

/**
 * Who paid the flows of one transaction into an account, each account once, by node. A pool is no sender: who paid into it
 * is. A transaction that was not read names nobody.
 *
 * @param amount Base units, the sum of the flows.
 */
export async function sendersOf(
  reading: FlowReading,
  flows: readonly Flow[],
  amount: bigint,
): Promise<readonly PaymentSender[]> {
  const shares = new Map<NodeId, number>();
  const outcomes = await reading.outcomesOfAll(flows);
  for (const [index, flow] of flows.entries()) {
    await addPayers(reading, shares, flow, outcomes[index] ?? [], ratio(flow.amount, amount));
  }
  const time = flows[0]?.time ?? 0;
  return [...shares]
    .map(([node, share]) => ({ node, share, label: reading.parties.labelAt(node, time, reading.subject) }))
    .sort((a, b) => a.node - b.node);
}

async function addPayers(
  reading: FlowReading,
  shares: Map<NodeId, number>,
  flow: Flow,
  outcomes: readonly Outcome[],
  weight: number,
): Promise<void> {
  for (const { step, factor } of outcomes) {
    if (step === null) continue;
    if (!step.isFromPool) {
      shares.set(step.from, (shares.get(step.from) ?? 0) + weight * factor);
      continue;
    }
    const intoPool = await flowsIntoPool(reading, flow);
    const outcomesOfPool = await reading.outcomesOfAll(intoPool);
    const total = intoPool.reduce((sum, one) => sum + one.amount, 0n);
    for (const [index, one] of intoPool.entries()) {
      const share = weight * factor * ratio(one.amount, total);
      await addPayers(reading, shares, one, outcomesOfPool[index] ?? [], share);
    }
  }
}

/** What was paid into the pool of a flow: flows of the same transaction before it. */
async function flowsIntoPool({ pages, yieldToEventLoop }: FlowReading, out: Flow): Promise<readonly Flow[]> {
  const flows: Flow[] = [];
  let key = out.position - 1;
  for (;;) {
    const found = pages.find(out.from, key);
    if (found === 'missing') {
      await yieldToEventLoop(1);
      await pages.load([{ node: out.from, key }], POOL_FLOWS_PER_PAGE);
    } else if (typeof found === 'string' || found.transaction !== out.transaction) {
      return flows;
    } else {
      flows.push(found);
      key = found.position - 1;
    }
  }
}
