import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ClusterUnion,
  carriedEntity,
  coinMovement,
  depositServiceOf,
  governingLabel,
  jointOwners,
  type Label,
  type Movement,
  type RawTransaction,
  type RawTransfer,
  type Service,
  ServiceConduct,
  serviceOf,
} from '../src/index.ts';
import { MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import { stepsOf } from './reference-3/balances.ts';
import { clustersOf } from './reference-3/clusters.ts';
import { heldTransactions } from './reference-3/coins.ts';
import { depositOf, isServiceByConditions } from './reference-3/derived.ts';
import {
  coinHistories,
  coinHistory,
  coinLabels,
  forwardingCases,
  HUB,
  RECEIVERS,
  serviceCases,
} from './reference-3/derived-cases.ts';
import { accountFlows, coinFlows } from './reference-3/flows.ts';
import { engineLabel, ofRawCoins } from './reference-3/from-questions.ts';
import { labelSetOf } from './reference-3/label-set.ts';
import { FEE, type GivenLabel, type Question } from './reference-3/question.ts';

const { REFERENCE_RUNS = '250' } = process.env;
const RUNS = Number(REFERENCE_RUNS);

/** Nodes of addresses, for functions of the engine that ask for them. */
class Nodes {
  readonly #nodes: string[] = [];
  of(address: string): number {
    const held = this.#nodes.indexOf(address);
    return held >= 0 ? held : this.#nodes.push(address) - 1;
  }
  address(node: number): string {
    return this.#nodes[node] ?? '';
  }
}

function engineLabels(labels: readonly GivenLabel[], address: string): readonly Label[] {
  return labels.filter((label) => label.address === address).map(engineLabel);
}

function serviceAtOf(labels: readonly GivenLabel[], addressOf: (node: number) => string) {
  return (party: number, time: number): Service | null => {
    const counted = governingLabel(engineLabels(labels, addressOf(party)), time);
    return counted === null ? null : serviceOf(counted.label);
  };
}

function hubMovements(transfers: readonly RawTransfer[], nodes: Nodes): Movement[] {
  return transfers.map(({ from, to, amount, time, transactionId }): Movement => {
    const base = { transaction: transactionId, time, amount };
    if (to === FEE) return { ...base, direction: 'out', flow: 0n, parties: [] };
    const direction = to === HUB ? 'in' : 'out';
    return { ...base, direction, flow: amount, parties: [{ party: nodes.of(to === HUB ? from : to), amount }] };
  });
}

function hubFlows(transfers: readonly RawTransfer[], opening: bigint) {
  const placed = transfers.map(({ block, from, to, amount, time, index, ordinal }) => ({
    ...{ from, to, amount, time },
    place: { block, transaction: 0, kind: 'token' as const, index: index ?? 0, ordinal },
  }));
  return accountFlows(stepsOf(placed, new Map([[HUB, opening]]))).get(HUB) ?? [];
}

function labelsOf(network: string, labels: readonly GivenLabel[]) {
  const question: Question = {
    ...{ network, subject: '', at: 0, notFetched: new Set<string>(), labels },
    ...{ isProtected: () => false, isContract: () => false, sameKeyNetworks: [], derives: true },
    records: { form: 'coins', transactions: [] },
    prices: { days: new Map(), years: new Map() },
    ...{ sourceComplete: true, readable: true },
  };
  return labelSetOf(question, []);
}

const heldOf = (transactions: readonly RawTransaction[]) => heldTransactions(ofRawCoins(transactions));

describe('labels that method 2 derives, against a reference written from its page alone', { timeout: 900_000 }, () => {
  it('agrees on deposit addresses of account networks', () => {
    const labels = labelsOf('ETH', RECEIVERS);
    const seen = { yes: 0, no: 0 };
    fc.assert(
      fc.property(forwardingCases, ({ transfers, opening }) => {
        const nodes = new Nodes();
        const movements = hubMovements(transfers, nodes);
        const found = depositServiceOf(
          opening,
          movements,
          serviceAtOf(RECEIVERS, (node) => nodes.address(node)),
        );
        const exact = depositOf(hubFlows(transfers, opening), labels);
        expect(found === null ? undefined : { entity: found.entity, category: found.category }).toEqual(exact);
        seen[exact === undefined ? 'no' : 'yes'] += 1;
      }),
      { numRuns: RUNS * 4 },
    );
    expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(RUNS / 20);
  });

  it('agrees on unlabelled services of account networks', () => {
    const seen = { yes: 0, no: 0 };
    fc.assert(
      fc.property(serviceCases, ({ transfers, opening }) => {
        const conduct = new ServiceConduct(opening);
        const nodes = new Nodes();
        for (const movement of hubMovements(transfers, nodes)) conduct.add(movement);
        const exact = isServiceByConditions(hubFlows(transfers, opening));
        expect(conduct.isService).toBe(exact);
        seen[exact ? 'yes' : 'no'] += 1;
      }),
      { numRuns: RUNS },
    );
    expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(RUNS / 20);
  });

  it('agrees on net flows and deposit addresses of UTXO networks', () => {
    fc.assert(
      fc.property(coinHistories, (drawn) => {
        const [transactions, given] = [coinHistory(drawn), coinLabels(drawn.seed)];
        const store = new MemoryUtxoStore({ network: 'BTC', transactions, derive: false });
        const flows = coinFlows(heldOf(transactions));
        const nameOf = (node: number) => store.factsOf(node).address;
        for (const address of new Set(transactions.flatMap(({ outputs }) => outputs.map(({ owner }) => owner)))) {
          const node = address === null ? null : store.nodeOf(address);
          if (node === null || address === null) continue;
          const movements = store.records.flatMap((record) => coinMovement(record, node) ?? []);
          let balance = 0n;
          const found = movements.flatMap(({ direction, time, amount, flow, parties }) => {
            balance += direction === 'in' ? amount : -amount;
            const named = parties
              .filter((part) => part.amount > 0n)
              .map((part) => [nameOf(part.party), part.amount] as const);
            const left = direction === 'in' ? 0n : balance;
            return flow === 0n ? [] : [{ way: direction, time, amount: flow, left, parts: new Map(named) }];
          });
          const exact = (flows.get(address) ?? []).map(({ way, time, amount, left, parts }) => ({
            ...{ way, time, amount, left },
            parts: new Map(parts.map((part) => [part.other, part.amount])),
          }));
          expect(found, address).toEqual(exact);
          const deposit = depositServiceOf(0n, movements, serviceAtOf(given, nameOf));
          expect(deposit ?? undefined, address).toEqual(depositOf(flows.get(address) ?? [], labelsOf('BTC', given)));
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('agrees on clusters and refused joins', async () => {
    const seen = { joined: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(coinHistories, async (drawn) => {
        const [transactions, given] = [coinHistory(drawn), coinLabels(drawn.seed)];
        const store = new MemoryUtxoStore({ network: 'BTC', transactions, derive: false });
        const nameOf = (node: number) => store.factsOf(node).address;
        const union = new ClusterUnion((node) => ({
          ...{ id: node, size: 1 },
          entity: carriedEntity(engineLabels(given, nameOf(node))),
        }));
        const owners = new Set<string>();
        for (const record of store.records) {
          const joint = jointOwners(record).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
          if (joint.length > 1) union.join(record.node, joint);
          for (const node of joint) owners.add(nameOf(node));
        }
        const kinds = given.map((label) => ({ ...label, kind: 'given' as const }));
        const exact = clustersOf(heldOf(transactions), (address) => kinds.filter((label) => label.address === address));
        for (const one of owners) {
          for (const other of owners) {
            const [a, b] = [store.nodeOf(one) ?? -1, store.nodeOf(other) ?? -1];
            const together = union.idOf(a) === union.idOf(b);
            expect(together, `${one} ${other}`).toBe(exact.membersOf(one).includes(other));
            if (together && one !== other) seen.joined += 1;
          }
        }
        const refused = union.refused.map(({ first, other }) => ({ first: nameOf(first), second: nameOf(other) }));
        expect(refused).toEqual(exact.refused);
        seen.refused += refused.length;
      }),
      { numRuns: RUNS },
    );
    expect(Math.min(seen.joined, seen.refused)).toBeGreaterThan(0);
  });
});
