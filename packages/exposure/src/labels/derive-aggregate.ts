import type { NodeId, TransactionRecord, TransferRecord } from '../records/record.ts';
import { netFlowsOf } from '../records/utxo-flows.ts';
import { type AccountAggregate, deriveLabel, type EntityFlow } from './derive.ts';
import type { Label } from './label.ts';
import type { AccountFacts } from './party-facts.ts';
import { governingLabel } from './resolve-labels.ts';

interface Tally {
  payments: number;
  outflow: bigint;
  readonly toEntities: Map<string, EntityFlow>;
  readonly counterparties: Set<NodeId>;
}

type FactsOf = (node: NodeId) => AccountFacts;

/** Derived labels of every account of an account network, by node; `factsOf` carries given labels only. */
export function deriveAccountLabels(
  records: Iterable<TransferRecord>,
  factsOf: FactsOf,
  isContract: (node: NodeId) => boolean,
): ReadonlyMap<NodeId, Label> {
  const tallies = new Map<NodeId, Tally>();
  for (const { from, to, amount, time } of records) {
    if (factsOf(to).role === 'fee') continue;
    meet(tallies, from, to);
    const tally = tallyOf(tallies, from);
    tally.payments += 1;
    tally.outflow += amount;
    credit(tally, factsOf(to), amount, time);
  }
  return labelsFrom(tallies, factsOf, isContract);
}

/**
 * The same for a UTXO network, by net flows: within one transaction, owners that spend more than they receive pay those
 * that receive more than they spend, in proportion and without the fee; shares of base units are rounded down.
 */
export function deriveUtxoLabels(
  transactions: Iterable<TransactionRecord>,
  factsOf: FactsOf,
): ReadonlyMap<NodeId, Label> {
  const tallies = new Map<NodeId, Tally>();
  for (const transaction of transactions) {
    const { payers, payees } = netFlowsOf(transaction);
    const paid = payees.reduce((sum, payee) => sum + payee.amount, 0n);
    const spent = payers.reduce((sum, payer) => sum + payer.amount, 0n);
    if (paid === 0n) continue;
    for (const payer of payers) {
      if (payer.owner === null) continue;
      const tally = tallyOf(tallies, payer.owner);
      const sent = spent > paid ? (payer.amount * paid) / spent : payer.amount;
      tally.payments += 1;
      tally.outflow += sent;
      for (const payee of payees) {
        if (payee.owner === null) continue;
        meet(tallies, payer.owner, payee.owner);
        credit(tally, factsOf(payee.owner), (sent * payee.amount) / paid, transaction.time);
      }
    }
  }
  return labelsFrom(tallies, factsOf, () => false);
}

function labelsFrom(
  tallies: ReadonlyMap<NodeId, Tally>,
  factsOf: FactsOf,
  isContract: (node: NodeId) => boolean,
): ReadonlyMap<NodeId, Label> {
  const labels = new Map<NodeId, Label>();
  for (const [node, tally] of tallies) {
    const facts = factsOf(node);
    const aggregate: AccountAggregate = {
      labelled: facts.role !== 'account' || governingLabel(facts.labels, null) !== null,
      contract: isContract(node),
      payments: tally.payments,
      outflow: tally.outflow,
      toEntities: [...tally.toEntities.values()],
      counterparties: tally.counterparties.size,
    };
    const label = deriveLabel(aggregate);
    if (label !== null) labels.set(node, label);
  }
  return labels;
}

function credit(tally: Tally, receiver: AccountFacts, amount: bigint, time: number): void {
  if (receiver.role !== 'account') return;
  const governing = governingLabel(receiver.labels, time);
  if (governing === null) return;
  const { entity, category } = governing.label;
  const key = `${category}\n${entity}`;
  tally.toEntities.set(key, { entity, category, amount: amount + (tally.toEntities.get(key)?.amount ?? 0n) });
}

function meet(tallies: Map<NodeId, Tally>, a: NodeId, b: NodeId): void {
  tallyOf(tallies, a).counterparties.add(b);
  tallyOf(tallies, b).counterparties.add(a);
}

function tallyOf(tallies: Map<NodeId, Tally>, node: NodeId): Tally {
  const known = tallies.get(node);
  if (known !== undefined) return known;
  const tally: Tally = { payments: 0, outflow: 0n, toEntities: new Map(), counterparties: new Set() };
  tallies.set(node, tally);
  return tally;
}
