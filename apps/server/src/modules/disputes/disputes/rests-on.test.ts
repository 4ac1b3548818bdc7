import type { EvidenceRow, FormerResult, ResultLabel } from '@assay/contracts';
import { resultOf3 } from '@assay/testkit';
import { describe, expect, it } from 'vitest';
import { restsOn } from './rests-on.ts';

const SUBJECT = '0xsubject';
const LABELLED = '0xlabelled';
const LABEL = { address: LABELLED, source: 'list', entity: 'Shop', category: 'scam' } as const;

const met = (more: Partial<ResultLabel> = {}): ResultLabel => ({
  entity: 'Shop',
  category: 'scam',
  confidence: 80,
  source: 'list',
  source_url: null,
  source_date: null,
  valid_from: null,
  valid_to: null,
  origin: 'given',
  ...more,
});

const path = (from: string, share: number): EvidenceRow['paths'][number] => ({
  hops: 1,
  share,
  steps: [{ from, to: SUBJECT, transaction_id: 'a', amount: '1', time: '2026-01-01T00:00:00Z' }],
});

function result(row: Partial<EvidenceRow> = {}, labels: readonly ResultLabel[] = [], address = SUBJECT) {
  const side = { records: 1, amount: '1', usd: null, residuals: {}, cut: {} };
  const rows = [{ share: 0.5, labels: [], paths: [], ...row }];
  const evidence = { incoming: { ...side, rows }, outgoing: { ...side, rows: [] } };
  return { method_version: '1', address, labels, evidence } as unknown as FormerResult;
}

describe('whether a result rests on a label', () => {
  it.each([
    ['its own address has the label', result({}, [met()], LABELLED), true],
    ['its own address has another label', result({}, [met({ source: 'other' })], LABELLED), false],
    ['another address has the same label as its own', result({}, [met()]), false],
    ['a path leads to the labelled address', result({ labels: [met()], paths: [path(LABELLED, 0.1)] }), true],
    ['its paths leave a part of the share open', result({ labels: [met()], paths: [path('0xother', 0.4)] }), true],
    [
      'its paths explain the share without the address',
      result({ labels: [met()], paths: [path('0xother', 0.5)] }),
      false,
    ],
    [
      'a row met another category',
      result({ labels: [met({ category: 'mixer' })], paths: [path(LABELLED, 0.5)] }),
      false,
    ],
    [
      'a row is of a deposit address derived from the entity',
      result({
        labels: [met({ origin: 'derived', source: 'derived-deposit-address' })],
        paths: [path('0xother', 0.5)],
      }),
      true,
    ],
  ])('%s', (_what, checked, expected) => {
    expect(restsOn(checked, LABEL)).toBe(expected);
  });

  it('of version 3 by what came in, by whom it paid and by who sent a payment', () => {
    const own = resultOf3('one-star-paid');
    const [paid] = own.paid?.rows ?? [];
    const label = { entity: paid?.entity ?? '', category: 'mixer', source: 'tagpack' } as const;
    expect(restsOn(own, { ...label, address: paid?.address ?? '' })).toBe(true);
    expect(restsOn(own, { ...label, address: '0xother' })).toBe(false);
    const received = resultOf3('two-stars');
    const row = received.mixtures.flatMap(({ rows }) => rows).find(({ category }) => category === 'stolen_coins');
    const [step] = row?.paths[0]?.steps ?? [];
    const thief = { entity: row?.entity ?? '', category: 'stolen_coins', source: 'hack-reports' } as const;
    expect(restsOn(received, { ...thief, address: step?.from ?? '' })).toBe(true);
    expect(restsOn(received, { ...thief, source: 'another-list', address: step?.from ?? '' })).toBe(false);
  });
});
