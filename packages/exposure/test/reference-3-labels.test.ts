import { CATEGORY_IDS } from '@assay/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  absorbingLabel,
  assessByMethod2,
  type DerivingRule,
  type Label as EngineLabel,
  governingLabel,
} from '../src/index.ts';
import { exposureOf } from '../src/reference/exposure-of.ts';
import { MemoryUtxoStore } from '../src/reference/memory-utxo.ts';
import { absorberOf } from './reference-3/absorb.ts';
import { assess } from './reference-3/assess.ts';
import { EXACT, expectSameScore, expectSameShares } from './reference-3/compare.ts';
import { derivedFor } from './reference-3/derived.ts';
import { coinHistories, coinHistory, coinLabels } from './reference-3/derived-cases.ts';
import { decimal } from './reference-3/fraction.ts';
import { engineLabel, ofRawCoins } from './reference-3/from-questions.ts';
import { countedLabel, type Label } from './reference-3/label-choice.ts';
import { labelSetOf } from './reference-3/label-set.ts';
import { dayOf, type Question } from './reference-3/question.ts';

const { REFERENCE_RUNS = '250' } = process.env;
const RUNS = Number(REFERENCE_RUNS);

const moment = fc.integer({ min: 0, max: 6 });
const label: fc.Arbitrary<Label> = fc.record(
  {
    kind: fc.constantFrom('given' as const, 'carried' as const),
    network: fc.constantFrom('ETH', 'BSC'),
    address: fc.constant('a'),
    entity: fc.constantFrom('X', 'Y', 'é', '\u{1f600}', '\uffee'),
    category: fc.oneof(
      fc.constantFrom('sanctions' as const, 'issuer_frozen' as const, 'other_entities' as const),
      fc.constantFrom(...CATEGORY_IDS),
    ),
    confidence: fc.constantFrom(10, 19, 20, 40, 49, 50, 100),
    source: fc.constantFrom('one', 'two', 'Two'),
    from: moment,
    to: moment,
  },
  { requiredKeys: ['kind', 'network', 'address', 'entity', 'category', 'confidence', 'source'] },
);

describe('labels and odd coins, against a reference written from the page of method 2 alone', {
  timeout: 900_000,
}, () => {
  it('agrees on which of several labels counts, and when', () => {
    fc.assert(
      fc.property(fc.array(label, { maxLength: 6 }), fc.option(moment), (labels, time) => {
        const asked = labels.map((one) =>
          one.kind === 'carried' ? { ...engineLabel(one), carriedFrom: one.network } : engineLabel(one),
        );
        const found = governingLabel(asked, time);
        const exact = countedLabel(labels, time ?? undefined);
        const parts = ({
          entity,
          category,
          confidence,
          source,
        }: Pick<Label, 'entity' | 'category' | 'confidence' | 'source'>) =>
          [entity, category, confidence, source].join(' ');
        expect(found === null ? 'none' : parts(found.label)).toBe(exact === undefined ? 'none' : parts(exact.label));
        expect(found?.beforeDesignation).toBe(exact?.beforeDesignation);
      }),
      { numRuns: RUNS * 4 },
    );
  });

  it('agrees on what an account absorbs as, by its own labels, those of its cluster and what its records derive', () => {
    const drawn = fc.record({
      own: fc.array(label, { maxLength: 2 }),
      mates: fc.array(label, { maxLength: 3 }),
      isDeposit: fc.boolean(),
      isService: fc.boolean(),
      way: fc.constantFrom('incoming' as const, 'outgoing' as const),
      time: moment,
    });
    fc.assert(
      fc.property(drawn, ({ own, mates, isDeposit, isService, way, time }) => {
        const at = (address: string) => (one: Label) => ({ ...one, kind: 'given' as const, network: 'BTC', address });
        const labels = [...own.map(at('a')), ...mates.map(at('b'))];
        const derive = (derivedBy: DerivingRule) => (one: EngineLabel) => ({
          ...one,
          origin: 'derived' as const,
          derivedBy,
        });
        const service = { entity: 'Swept', category: 'exchange_licensed', confidence: 40, source: 'derived' } as const;
        const hub = { entity: 'Unlabelled service', category: 'unlabelled_service' } as const;
        const base = { ...service, network: 'BTC', address: 'a' };
        const found = absorbingLabel(
          [
            ...own.map(engineLabel),
            ...labels.map(engineLabel).map(derive('cluster')),
            ...(isDeposit ? [derive('deposit_address')(engineLabel(base))] : []),
            ...(isService ? [derive('unlabelled_service')(engineLabel({ ...base, ...hub }))] : []),
          ],
          time,
          way === 'incoming' ? 'bwd' : 'fwd',
        );
        const fixed = {
          deposits: new Map(isDeposit ? [['a', { entity: 'Swept', category: 'exchange_licensed' as const }]] : []),
          services: new Set(isService ? ['a'] : []),
          clusters: new Map([['a', ['a', 'b']]]),
        };
        const question: Question = {
          ...{ network: 'BTC', subject: '', at: 0, labels, notFetched: new Set<string>(), fixed },
          ...{ isProtected: () => false, isContract: () => false, sameKeyNetworks: [], derives: true },
          records: { form: 'coins', transactions: [] },
          ...{ prices: { days: new Map(), years: new Map() }, sourceComplete: true, readable: true },
        };
        const set = labelSetOf(question, []);
        const exact = absorberOf('', set, derivedFor(question, new Map(), set))('a', time, way);
        const parts =
          found === null
            ? undefined
            : {
                ...{ category: found.label.category, entity: found.label.entity, confidence: found.label.confidence },
                beforeDesignation: found.beforeDesignation,
              };
        expect(parts).toEqual(exact);
      }),
      { numRuns: RUNS * 4 },
    );
  });

  it('agrees on coins of unknown value or owner, and on coins nobody is named for', async () => {
    await fc.assert(
      fc.asyncProperty(coinHistories, fc.constantFrom('w0', 'w1', 'w2'), async (drawn, subject) => {
        const [transactions, labels] = [coinHistory(drawn), coinLabels(drawn.seed)];
        const at = 2_000_000_000;
        const own = labels.filter((one) => one.address === subject).map(engineLabel);
        const store = new MemoryUtxoStore({
          ...{ network: 'BTC', transactions, derive: false },
          labels: new Map(labels.map((one) => [one.address, [engineLabel(one)]])),
        });
        const exposure = await exposureOf(store, subject, EXACT);
        if (exposure === null) return;
        const { incoming, outgoing } = exposure;
        const found = assessByMethod2({
          subject: { ...exposure.subject, labels: own, complete: true },
          ...{ incoming, outgoing, now: at, sources: 'ok', notes: [] },
          incomingUsd: Number(incoming.amount) / 100,
          outgoingUsd: Number(outgoing.amount) / 100,
        });
        const price = decimal(0.01);
        const question: Question = {
          ...{ network: 'BTC', subject, at, labels, notFetched: new Set<string>() },
          ...{ isProtected: () => false, isContract: () => false, sameKeyNetworks: [], derives: false },
          records: { form: 'coins', transactions: ofRawCoins(transactions) },
          prices: { days: new Map(transactions.map(({ time }) => [dayOf(time), price])), years: new Map() },
          ...{ sourceComplete: true, readable: true },
        };
        const exact = assess(question);
        expectSameShares(incoming, exact.shown.incoming);
        expectSameShares(outgoing, exact.shown.outgoing);
        expectSameScore(found, exact);
      }),
      { numRuns: RUNS },
    );
  });
});
