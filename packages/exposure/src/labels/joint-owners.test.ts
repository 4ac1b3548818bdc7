import { describe, expect, it } from 'vitest';
import { carriedEntity } from './cluster-union.ts';
import { jointOwners } from './joint-owners.ts';
import { type Spend, transactionOf } from './spends.cases.ts';

const jointOf = (spend: Spend): readonly number[] => jointOwners(transactionOf(spend));

describe('owners of the inputs of one transaction', () => {
  it('are one, each named once', () => {
    expect(
      jointOf({
        inputs: [
          [1, 5],
          [2, 5],
          [1, 5],
        ],
        outputs: [14],
      }),
    ).toEqual([1, 2]);
  });

  it.each<[string, Spend]>([
    [
      'there is only one',
      {
        inputs: [
          [1, 5],
          [1, 6],
        ],
        outputs: [11],
      },
    ],
    [
      'one cannot be named',
      {
        inputs: [
          [1, 5],
          [null, 6],
        ],
        outputs: [11],
      },
    ],
    [
      'the value of an input is unknown',
      {
        inputs: [
          [1, 5],
          [2, 6],
        ],
        outputs: [11],
        unknownInputs: 1,
      },
    ],
    [
      'it creates new coins',
      {
        inputs: [
          [1, 5],
          [2, 6],
        ],
        outputs: [11],
        coinbase: true,
      },
    ],
    [
      'three addresses pay three equal outputs',
      {
        inputs: [
          [1, 5],
          [2, 5],
          [3, 5],
        ],
        outputs: [4, 4, 1, 4],
      },
    ],
    [
      'the larger of two outputs needs one input less',
      {
        inputs: [
          [1, 5],
          [2, 6],
        ],
        outputs: [6, 5],
      },
    ],
  ])('are not where %s', (_name, spend) => {
    expect(jointOf(spend)).toEqual([]);
  });

  it.each<[string, Spend]>([
    [
      'two addresses pay three equal outputs',
      {
        inputs: [
          [1, 6],
          [2, 6],
        ],
        outputs: [4, 4, 4],
      },
    ],
    [
      'only two outputs are equal',
      {
        inputs: [
          [1, 5],
          [2, 5],
          [3, 5],
        ],
        outputs: [4, 4, 7],
      },
    ],
    [
      'the larger of two outputs needs all inputs',
      {
        inputs: [
          [1, 5],
          [2, 6],
        ],
        outputs: [7, 4],
      },
    ],
    [
      'a third output is there',
      {
        inputs: [
          [1, 5],
          [2, 6],
        ],
        outputs: [5, 5, 1],
      },
    ],
  ])('are where %s', (_name, spend) => {
    expect(jointOf(spend).length).toBeGreaterThan(1);
  });
});

it('owners of inputs are not one where a signature commits to no other input', () => {
  const transaction = transactionOf({
    inputs: [
      [1, 5],
      [2, 5],
    ],
    outputs: [10],
  });
  expect(jointOwners(transaction)).toEqual([1, 2]);
  expect(jointOwners({ ...transaction, isSignedBySeveral: true })).toEqual([]);
});

describe('the service that an address carries into its cluster', () => {
  it.each([
    ['exchange_licensed', 50, 'x'],
    ['bridge', 100, 'x'],
    ['exchange_licensed', 49, null],
    ['mixer', 100, null],
    ['gambling', 100, null],
  ] as const)('by a label of %s at %i is %s', (category, confidence, entity) => {
    const given = { entity: 'x', category, confidence, source: 'a', sourceUrl: null, sourceDate: null } as const;
    expect(carriedEntity([{ ...given, validFrom: null, validTo: null, origin: 'given' }])).toBe(entity);
  });

  it('is none where a graver label counts', () => {
    const given = { confidence: 70, source: 'a', sourceUrl: null, sourceDate: null, validFrom: null, validTo: null };
    expect(
      carriedEntity([
        { ...given, entity: 'x', category: 'exchange_licensed', origin: 'given' },
        { ...given, entity: 'y', category: 'scam', origin: 'given' },
      ]),
    ).toBe(null);
  });
});
