import type { Category } from '@assay/domain';
import fc from 'fast-check';
import type { Label } from '../../src/index.ts';
import type { MemoryAccountsInput } from '../../src/reference/memory-accounts.ts';
import {
  type AccountQuestion,
  type DerivedSet,
  FEE_SINK,
  type GivenLabel,
  type RecordMoney,
  type Transfer,
} from '../../src/reference/method-2/input.ts';
import type { UsdBounds } from '../../src/score/assessment.ts';

const START = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
const SUBJECT = 'subject';
const PLAIN = [SUBJECT, 'p1', 'p2', 'p3', 'p4', 'p5'];
const CATEGORIES: readonly Category[] = [
  ...(['sanctions', 'issuer_frozen', 'terrorism_financing', 'stolen_coins', 'ransom', 'mixer', 'scam'] as const),
  ...([
    'seized_assets',
    'gambling',
    'atm',
    'coinjoin',
    'bridge',
    'other_entities',
    'exchange_licence_unknown',
  ] as const),
  ...(['exchange_licensed', 'exchange_licensed', 'exchange_licensed', 'payment_processor'] as const),
];
const LABELLED = CATEGORIES.map((_, index) => `l${index}`);
const ISSUER_ADDRESS = '0x0000000000000000000000000000000000000000';

const moment = fc.integer({ min: 0, max: 40 }).map((day) => new Date(START + day * DAY).toISOString());
const maybe = <T>(arbitrary: fc.Arbitrary<T>, weight: number) =>
  fc.oneof({ weight, arbitrary }, { weight: 10 - weight, arbitrary: fc.constant(null) });

const given = (address: string, category: Category): fc.Arbitrary<GivenLabel> =>
  fc.record({
    network: fc.constant('ETH'),
    address: fc.constant(address),
    entity: fc.constant(`${category} of ${address}`),
    category: fc.constant(category),
    confidence: fc.constantFrom(10, 20, 40, 50, 70, 100, 100, 100),
    source: fc.constantFrom('one', 'two'),
    authority: fc.constant('one'),
    validFrom: maybe(moment, 4),
    validTo: maybe(moment, 2),
  });

const labels: fc.Arbitrary<readonly GivenLabel[]> = fc
  .tuple(
    ...CATEGORIES.map((category, index) => given(LABELLED[index] ?? '', category)),
    fc.oneof(
      { weight: 8, arbitrary: fc.constant([]) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(...CATEGORIES).chain((category) => given(SUBJECT, category).map((own) => [own])),
      },
    ),
    fc.array(
      fc
        .tuple(fc.constantFrom(...LABELLED, 'p5'), fc.constantFrom(...CATEGORIES))
        .chain(([at, category]) => given(at, category)),
      { maxLength: 2 },
    ),
  )
  .map((parts) => parts.flat());

/** Labels derived from records, fixed: deposit addresses and services among the accounts without a label. */
const derived: fc.Arbitrary<DerivedSet> = fc
  .record({
    deposits: fc.subarray(['p1', 'p2', 'p5'], { maxLength: 2 }),
    services: fc.subarray(['p3'], { maxLength: 1 }),
  })
  .map(({ deposits, services }) => ({
    deposits: new Map(deposits.map((address) => [address, { entity: 'Swept', category: 'exchange_licensed' }])),
    services: new Set(services),
    clusters: new Map(),
  }));

const dollarsInCents = fc.oneof(
  fc.integer({ min: 1, max: 2_000 }),
  fc.integer({ min: 1, max: 500_000 }),
  fc.integer({ min: 1, max: 2_000_000_000 }),
);
const end = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...PLAIN) },
  { weight: 5, arbitrary: fc.constantFrom(...LABELLED) },
  { weight: 1, arbitrary: fc.constant(ISSUER_ADDRESS) },
);
const drawn = fc.record({
  // Half of the payments are the subject's own.
  from: fc.oneof({ weight: 2, arbitrary: fc.constant(SUBJECT) }, { weight: 6, arbitrary: end }),
  to: fc.oneof(
    { weight: 4, arbitrary: fc.constant(SUBJECT) },
    { weight: 6, arbitrary: end },
    { weight: 1, arbitrary: fc.constant(FEE_SINK) },
  ),
  cents: dollarsInCents,
});

const money: fc.Arbitrary<RecordMoney> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<RecordMoney>({ kind: 'price', usd: '1' }) },
  { weight: 2, arbitrary: fc.constant<RecordMoney>({ kind: 'none' }) },
  { weight: 2, arbitrary: fc.constant<RecordMoney>({ kind: 'bounds', low: '0.5', high: '4' }) },
);

/** Small random histories on an account network, by whose asset one dollar is a hundred base units. */
export const questions: fc.Arbitrary<AccountQuestion> = fc
  .record({
    payments: fc.array(drawn, { minLength: 1, maxLength: 16 }),
    labels,
    derived,
    money,
    openings: fc.subarray(['p1', 'p3', 'l3', SUBJECT]),
    unread: fc.subarray(['p1', 'p4']),
    fromFirst: fc.boolean(),
  })
  .map(({ payments, derived: set, money: priced, openings, unread, fromFirst, ...rest }) => {
    const transfers = payments.map(
      ({ from, to, cents }, index): Transfer => ({
        ...{ position: index + 1, transaction: `t${index}`, time: START + index * 3 * DAY },
        ...{ from, to, amount: BigInt(cents), money: priced },
      }),
    );
    return {
      ledger: 'account',
      network: 'ETH',
      subject: SUBJECT,
      decimals: 2,
      asOf: START + 100 * DAY,
      traceable: true,
      everySourceFailed: false,
      labels: rest.labels,
      contracts: [],
      history: {
        ...{ fromFirstRecord: fromFirst, toTip: true, bothDirections: true, tracesAndReceipts: null },
        ...{ countHeld: transfers.length, countByProvider: null },
      },
      derivation: { kind: 'fixed', set },
      transfers,
      accounts: [...new Set([...openings, ...unread])].map((address) => ({
        ...{ address, opening: openings.includes(address) ? 100_000n : 0n },
        ...{ unreadBefore: unread.includes(address), unreadAfter: false },
      })),
    };
  });

/** The same question as the engine asks it. */
export function engineInputOf(question: AccountQuestion): {
  readonly store: MemoryAccountsInput;
  readonly labels: ReadonlyMap<string, readonly Label[]>;
  readonly complete: boolean;
  readonly now: number;
  readonly usdOf: (amount: bigint) => { readonly usd: number | null; readonly bounds: UsdBounds | null };
} {
  const labels = labelsOf(question);
  const nameOf = (address: string) => (address === ISSUER_ADDRESS ? 'issuer' : address === FEE_SINK ? 'fee' : address);
  const store: MemoryAccountsInput = {
    network: 'ETH',
    transfers: question.transfers.map(({ position, transaction, time, from, to, amount }) => ({
      ...{ block: position, transactionIndex: 0, transactionId: transaction, kind: 'token', index: 0, ordinal: 0 },
      ...{ from: nameOf(from), to: nameOf(to), amount, time: time / 1000 },
    })),
    labels,
    openings: new Map(question.accounts.filter((one) => one.opening > 0n).map((one) => [one.address, one.opening])),
    openingUnread: new Set(question.accounts.filter((one) => one.unreadBefore).map((one) => one.address)),
    derive: false,
  };
  return {
    store,
    labels,
    complete: question.history.fromFirstRecord && isCovered(question),
    now: question.asOf / 1000,
    usdOf: (amount) => usdOf(question.transfers[0]?.money ?? { kind: 'none' }, Number(amount) / 100),
  };
}

function labelsOf({ labels, derivation }: AccountQuestion): ReadonlyMap<string, readonly Label[]> {
  const seconds = (text: string | null) => (text === null ? null : Date.parse(text) / 1000);
  const found = new Map<string, Label[]>();
  const add = (address: string, label: Label) => found.set(address, [...(found.get(address) ?? []), label]);
  const undated = { sourceUrl: null, sourceDate: null };
  for (const { address, entity, category, confidence, source, validFrom, validTo } of labels) {
    const validity = { validFrom: seconds(validFrom), validTo: seconds(validTo) };
    add(address, { entity, category, confidence, source, ...undated, ...validity, origin: 'given' });
  }
  if (derivation.kind !== 'fixed') throw new Error('the labels derived from records are given');
  const common = {
    confidence: 40,
    source: 'derived',
    ...undated,
    validFrom: null,
    validTo: null,
    origin: 'derived',
  } as const;
  for (const [address, service] of derivation.set.deposits) {
    add(address, { ...service, ...common, derivedBy: 'deposit_address' });
  }
  for (const address of derivation.set.services) {
    add(address, {
      ...{ entity: 'Unlabelled service', category: 'unlabelled_service', ...common },
      derivedBy: 'unlabelled_service',
    });
  }
  return found;
}

/** Whether the subject never sent more than it had. */
function isCovered({ transfers, accounts, subject }: AccountQuestion): boolean {
  let balance = accounts.find(({ address }) => address === subject)?.opening ?? 0n;
  for (const { from, to, amount } of transfers) {
    if (from === to) continue;
    if (to === subject) balance += amount;
    if (from !== subject) continue;
    if (amount > balance) return false;
    balance -= amount;
  }
  return true;
}

function usdOf(
  money: RecordMoney,
  dollars: number,
): { readonly usd: number | null; readonly bounds: UsdBounds | null } {
  switch (money.kind) {
    case 'price':
      return { usd: dollars * Number(money.usd), bounds: null };
    case 'bounds':
      return { usd: null, bounds: { low: dollars * Number(money.low), high: dollars * Number(money.high) } };
    case 'none':
      return { usd: null, bounds: null };
  }
}
