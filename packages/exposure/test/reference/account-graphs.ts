import { buildLabel } from '@assay/testkit';
import fc from 'fast-check';
import type { Label } from '../../src/labels/label.ts';
import type { RawTransfer } from '../../src/records/raw-records.ts';
import type { MemoryAccountsInput } from '../../src/reference/memory-accounts.ts';

const NAMES = ['s', 'a', 'b', 'c', 'd', 'e', 'f'] as const;
const FROM = [...NAMES, 'issuer', 's', 'a', 'b'] as const;
const TO = [...NAMES, 'issuer', 'fee', 's', 'a', 'b'] as const;

const moment = fc.option(fc.integer({ min: 998, max: 1012 }));

/** Labels that meet every rule of section 5: strengths around the bounds, equal ranks, windows that open and close. */
const labels: fc.Arbitrary<Label> = fc
  .record({
    entity: fc.constantFrom('One', 'Two'),
    category: fc.constantFrom(
      'sanctions',
      'issuer_frozen',
      'terrorism_financing',
      'mixer',
      'gambling',
      'exchange_licensed',
      'online_wallet',
      'foundation',
      'other_entities',
    ),
    confidence: fc.constantFrom(10, 19, 20, 40, 49, 50, 70, 100),
    source: fc.constantFrom('list-a', 'list-b'),
    validFrom: moment,
    validTo: moment,
  } as const)
  .map((change) => buildLabel(change));

export const labelBook: fc.Arbitrary<ReadonlyMap<string, readonly Label[]>> = fc
  .array(fc.tuple(fc.constantFrom(...NAMES, 'issuer', 'fee'), fc.array(labels, { minLength: 1, maxLength: 3 })), {
    maxLength: 4,
    size: 'max',
  })
  .map((entries) => new Map(entries));

interface Draft {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly block: number;
  readonly transaction: number;
  readonly kind: RawTransfer['kind'];
}

const draft: fc.Arbitrary<Draft> = fc.record({
  from: fc.constantFrom(...FROM),
  to: fc.constantFrom(...TO),
  amount: fc.oneof({ weight: 8, arbitrary: fc.bigInt(0n, 12n) }, { weight: 1, arbitrary: fc.bigInt(0n, 1_000_000n) }),
  block: fc.nat(15),
  transaction: fc.nat(1),
  kind: fc.constantFrom('fee', 'native', 'internal', 'token', 'token'),
});

/** Small account graphs around the subject `s`: everything section 2 speaks of, in shuffled order. */
export const accountGraphs: fc.Arbitrary<MemoryAccountsInput> = fc
  .record({
    drafts: fc.array(draft, { minLength: 1, maxLength: 32, size: 'max' }),
    indexes: fc.constantFrom('all', 'no index', 'no transaction index', 'none'),
    labels: labelBook,
    openings: fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.bigInt(0n, 15n)), { maxLength: 2 }),
    openingUnread: fc.array(fc.constantFrom(...NAMES), { maxLength: 2 }),
    contracts: fc.array(fc.constantFrom(...NAMES), { maxLength: 1 }),
    derive: fc.boolean(),
    unit: fc.constantFrom(1n, 1n, 10n ** 30n + 7n),
  })
  .map(({ drafts, indexes, labels: book, openings, openingUnread, contracts, derive, unit }) => ({
    network: 'ETH',
    transfers: drafts.map((one, at) => transferOf({ ...one, amount: one.amount * unit }, at, indexes)),
    labels: book,
    openings: new Map(openings.map(([name, amount]) => [name, amount * unit])),
    openingUnread: new Set(openingUnread),
    contracts: new Set(contracts),
    derive,
  }));

function transferOf({ from, to, amount, block, transaction, kind }: Draft, at: number, indexes: string): RawTransfer {
  return {
    block,
    transactionIndex: indexes === 'all' || indexes === 'no index' ? transaction : null,
    transactionId: `tx-${block}-${transaction}`,
    kind,
    index: indexes === 'all' || indexes === 'no transaction index' ? at : null,
    ordinal: at,
    from,
    to,
    amount,
    time: 1000 + block,
  };
}
