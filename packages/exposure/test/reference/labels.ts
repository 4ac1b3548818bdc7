import { CATEGORIES, type Category } from '@assay/domain';
import type { Label } from '../../src/labels/label.ts';
import { type Fraction, fraction, NONE, plus } from './fraction.ts';
import type { End } from './spread.ts';

/** Section 5, 'Which label counts', as a sorted list of the labels that may compete at this time. */
export function countingLabel(labels: readonly Label[], time: number): Label | undefined {
  const competing = labels.filter((label) => label.confidence >= 20 && !(limited(label) && isOver(label, time)));
  const named = competing.filter((label) => label.category !== 'other_entities');
  const first = (named.length > 0 ? named : competing).toSorted(byRank)[0];
  if (first === undefined || !isBefore(first, time)) return first;
  // In force if any listing of the category covers the time.
  const covering = competing.filter((label) => label.category === first.category && !isBefore(label, time));
  return covering.toSorted(byRank)[0] ?? first;
}

/** What a label makes of money that reaches its address at this time. */
export function endOf(label: Label, time: number, record: string): End {
  const beforeDesignation = isBefore(label, time);
  const strong = label.confidence >= 50 && !beforeDesignation;
  return { kind: label.category, entity: label.entity, record, beforeDesignation, strong };
}

const SERVICES: readonly Category[] = [
  'exchange_licensed',
  'exchange_unlicensed',
  'exchange_licence_unknown',
  'exchange_fraudulent',
  'p2p_exchange_licensed',
  'p2p_exchange_unlicensed',
  'p2p_exchange_licence_unknown',
  'payment_processor',
  'online_wallet',
  'atm',
  'gambling',
];

export interface Payment {
  readonly to: string;
  readonly amount: Fraction;
  readonly time: number;
}

/** Rules (b) and (c) for one account; `payments` are its outflows without fees, `count` how often it paid. */
export function derivedLabel(
  count: number,
  payments: readonly Payment[],
  counterparties: number,
  contract: boolean,
  givenLabel: (address: string, time: number) => Label | undefined,
): Label | undefined {
  const outflow = payments.reduce((sum, payment) => plus(sum, payment.amount), NONE);
  const byEntity = new Map<string, Map<Category, Fraction>>();
  for (const { to, amount, time } of payments) {
    const label = givenLabel(to, time);
    if (label === undefined || !SERVICES.includes(label.category)) continue;
    const sums = byEntity.get(label.entity) ?? new Map<Category, Fraction>();
    sums.set(label.category, plus(sums.get(label.category) ?? NONE, amount));
    byEntity.set(label.entity, sums);
  }
  for (const [entity, sums] of byEntity) {
    const paid = [...sums.values()].reduce(plus, NONE);
    const most = [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).reduce((a, b) => (isMore(b[1], a[1]) ? b : a));
    const part = fraction(paid.top * outflow.bottom, paid.bottom * outflow.top);
    if (count >= 2 && part.top * 100n >= part.bottom * 95n) return derived(entity, most[0]);
  }
  return counterparties > 1000 || contract ? derived('', 'unlabelled_service') : undefined;
}

function derived(entity: string, category: Category): Label {
  const open = { sourceUrl: null, sourceDate: null, validFrom: null, validTo: null } as const;
  return { entity, category, confidence: 40, source: 'derived', origin: 'derived', ...open };
}

function isMore(a: Fraction, b: Fraction): boolean {
  return a.top * b.bottom > b.top * a.bottom;
}

function limited(label: Label): boolean {
  return label.category === 'sanctions' || label.category === 'issuer_frozen';
}

function isBefore(label: Label, time: number): boolean {
  return limited(label) && label.validFrom !== null && time < label.validFrom;
}

function isOver(label: Label, time: number): boolean {
  return label.validTo !== null && time > label.validTo;
}

function byRank(a: Label, b: Label): number {
  // Labels alike in all the method names: the earlier valid-from; the text leaves it open.
  const key = (label: Label) => [
    label.confidence >= 50 ? 0 : 1,
    'SABCD'.indexOf(CATEGORIES[label.category].tier),
    -label.confidence,
    label.source,
    label.category,
    label.entity,
    label.validFrom ?? -Infinity,
    label.validTo ?? -Infinity,
  ];
  const [left, right] = [key(a), key(b)];
  for (const [index, value] of left.entries()) {
    const other = right[index] ?? '';
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}
