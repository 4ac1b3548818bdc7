/** Records for the worked examples of docs/method/2. Amounts are cents of a coin worth one dollar. */
import type { Category } from '@assay/domain';
import { assess } from './assess.ts';
import { fraction } from './fraction.ts';
import { dayOf, FEE, type GivenLabel, type Question, type Transfer } from './question.ts';

const DAY = 86_400;
const START = Date.parse('2024-03-01T00:00:00Z') / 1000;
const AT = START + 300 * DAY;
const CENT = fraction(1n, 100n);
const DAYS = new Map(Array.from({ length: 300 }, (_, day) => [dayOf(START + day * DAY), CENT] as const));

let placed = 0;

export function pay(from: string, to: string, dollars: number, day = 100, transaction?: number): Transfer {
  placed += 1;
  return {
    from,
    to,
    amount: BigInt(Math.round(dollars * 100)),
    time: START + day * DAY,
    place: { block: day, transaction: transaction ?? placed, kind: to === FEE ? 'fee' : 'native', ordinal: placed },
  };
}

/** One sender of each category, direct and incoming. */
export function received(parts: readonly (readonly [Category | 'unknown', number, number?])[]): Partial<Question> {
  const transfers = parts.map(([category, dollars], index) => pay(`${category}-${index}`, 'subject', dollars));
  const labels = parts.flatMap(([category, , confidence = 100], index) =>
    category === 'unknown' ? [] : [label(`${category}-${index}`, category, { confidence })],
  );
  return { ...accounts(transfers), labels };
}

export function accounts(transfers: readonly Transfer[]): Pick<Question, 'records'> {
  return { records: { form: 'account', transfers, openings: new Map() } };
}

export function label(address: string, category: Category, more: Partial<GivenLabel> = {}): GivenLabel {
  return { network: 'eth', address, entity: `the ${category}`, category, confidence: 100, source: 'list', ...more };
}

/** A question without records, on which examples build. */
export const QUESTION: Question = {
  network: 'eth',
  subject: 'subject',
  at: AT,
  ...accounts([]),
  notFetched: new Set(),
  labels: [],
  isProtected: (_, address) => address === '0x0',
  isContract: () => false,
  sameKeyNetworks: ['eth', 'bsc'],
  derives: true,
  prices: { days: DAYS, years: new Map() },
  sourceComplete: true,
  readable: true,
};

export function answer(question: Partial<Question>) {
  return assess({ ...QUESTION, ...question });
}

export const MILLION = 1_000_000;
const six = ['stolen_coins', 'ransom', 'scam', 'malware', 'dark_market', 'illegal_service'] as const;

export function sixCrimes(wallet: number) {
  return received([
    ...six.map((category) => [category, wallet * 0.004] as const),
    ['exchange_licensed', wallet * 0.976],
  ]);
}

export const stolen = [label('thief', 'stolen_coins'), label('exchange', 'exchange_licensed')];

export function washed() {
  return {
    ...accounts([
      pay('thief', 'mule', 10_000, 1),
      pay('mule', 'exchange', 5000, 2),
      pay('mule', 'exchange', 4500, 3),
      pay('mule', 'subject', 500, 4),
    ]),
    labels: stolen,
  };
}

export function sprayed() {
  const outputs = Array.from({ length: 1000 }, (_, index) => pay('mule', `other-${index}`, 1, 2, 7));
  return {
    ...accounts([pay('thief', 'mule', 1500, 1), ...outputs, pay('mule', 'subject', 500, 2, 7)]),
    labels: stolen,
  };
}

export function throughContract() {
  return {
    ...accounts([pay('thief', 'contract', 1000, 1), pay('contract', 'subject', 1000, 2)]),
    labels: stolen,
    isContract: (_: string, address: string) => address === 'contract',
  };
}

export function addLabel(question: Partial<Question>, more: GivenLabel): Partial<Question> {
  return { ...question, labels: [...(question.labels ?? []), more] };
}
