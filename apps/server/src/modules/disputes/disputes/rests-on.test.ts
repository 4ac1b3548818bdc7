import type { CheckAsset, EvidenceRow, ResultLabel } from '@assay/contracts';
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
  return { address, labels, evidence } as unknown as Pick<CheckAsset, 'address' | 'labels' | 'evidence'>;
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
});
