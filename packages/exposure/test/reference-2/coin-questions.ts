import { coinGraph, Random } from '@assay/testkit';
import fc from 'fast-check';
import type { Label } from '../../src/index.ts';
import type { MemoryUtxoInput } from '../../src/reference/memory-utxo.ts';
import { type CoinQuestion, FEE_SINK, type GivenLabel } from '../../src/reference/method-2/input.ts';

const NETWORK = 'BTC';
const NO_MONEY = { kind: 'price', usd: '1' } as const;

/** One question on a UTXO network, as the reference asks it and as the engine does. */
export interface CoinCase {
  readonly question: CoinQuestion;
  readonly store: MemoryUtxoInput;
}

/** Small whole histories of coins, with given labels, clusters, deposit addresses and services fixed. */
export const coinCases: fc.Arbitrary<CoinCase> = fc
  .record({
    seed: fc.noShrink(fc.nat()),
    accounts: fc.integer({ min: 3, max: 14 }),
    transfers: fc.integer({ min: 2, max: 24 }),
  })
  .map(caseOf);

function caseOf(size: { readonly seed: number; readonly accounts: number; readonly transfers: number }): CoinCase {
  const graph = coinGraph({ ...size, isWhole: true });
  const random = new Random(size.seed + 1);
  const addresses = Array.from({ length: size.accounts }, (_, index) => `wallet-${index}`);
  const subject = random.pick(addresses);
  const given = new Map([...graph.labels].filter(([address]) => address !== subject));
  const others = random.shuffle(addresses.filter((address) => address !== subject));
  const cluster = others.slice(0, 3);
  const [swept, service] = others.slice(3);
  const clusters = new Map(cluster.length < 2 ? [] : cluster.map((address) => [address, cluster]));
  const set = {
    deposits: new Map(
      swept === undefined ? [] : [[swept, { entity: 'Swept', category: 'exchange_licensed' as const }]],
    ),
    services: new Set(service === undefined ? [] : [service]),
    clusters,
  };
  const question: CoinQuestion = {
    ...{ ledger: 'utxo', network: NETWORK, subject, decimals: 2, asOf: Date.UTC(2030, 0, 1), traceable: true },
    ...{ everySourceFailed: false, contracts: [], derivation: { kind: 'fixed', set }, unreadBefore: false },
    labels: [...given].flatMap(([address, own]) => own.map((label) => givenOf(address, label))),
    history: {
      ...{ fromFirstRecord: true, toTip: true, bothDirections: true, tracesAndReceipts: null, countHeld: 1 },
      countByProvider: null,
    },
    transactions: graph.transactions.map(({ transactionId, time, coinbase, inputs, outputs }, index) => ({
      ...{ id: transactionId, position: index + 1, time: time * 1000, coinbase, coordinatorForm: false },
      money: NO_MONEY,
      inputs: inputs.map((input) => ({
        output: `${input.transactionId}:${input.index}`,
        owner: input.owner ?? FEE_SINK,
        value: input.amount,
        openSignature: false,
      })),
      outputs: outputs.map(({ index: at, owner, amount }) => ({
        ...{ id: `${transactionId}:${at}`, owner: owner ?? `(data ${transactionId} ${at})`, value: amount },
      })),
    })),
  };
  const labels = new Map<string, readonly Label[]>(given);
  const add = (address: string, more: readonly Label[]) =>
    labels.set(address, [...(labels.get(address) ?? []), ...more]);
  const lent = cluster.flatMap((address) => given.get(address) ?? []).filter(({ confidence }) => confidence >= 20);
  for (const address of clusters.keys()) add(address, lent.map(lentOf));
  const derived = {
    confidence: 40,
    source: 'derived',
    sourceUrl: null,
    sourceDate: null,
    validFrom: null,
    validTo: null,
  };
  if (swept !== undefined) {
    const label = { ...derived, entity: 'Swept', category: 'exchange_licensed', origin: 'derived' } as const;
    add(swept, [{ ...label, derivedBy: 'deposit_address' }]);
  }
  if (service !== undefined) {
    const label = {
      ...derived,
      entity: 'Unlabelled service',
      category: 'unlabelled_service',
      origin: 'derived',
    } as const;
    add(service, [{ ...label, derivedBy: 'unlabelled_service' }]);
  }
  return { question, store: { network: NETWORK, transactions: graph.transactions, labels, derive: false } };
}

/** As it was given; `absorbingLabel` lowers the one that counts. */
function lentOf(label: Label): Label {
  return { ...label, origin: 'derived', derivedBy: 'cluster' };
}

function givenOf(address: string, label: Label): GivenLabel {
  const { entity, category, confidence, source, validFrom, validTo } = label;
  const text = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1000).toISOString());
  return {
    ...{ network: NETWORK, address, entity, category, confidence, source, authority: source },
    ...{ validFrom: text(validFrom), validTo: text(validTo) },
  };
}
