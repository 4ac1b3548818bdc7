import type { Category } from '@assay/domain';
import type { AccountQuestion, GivenLabel, RecordMoney, Transfer } from './input.ts';

/** Builders of small questions for the tests of the reference. One dollar is a hundred base units. */
export const DOLLAR: RecordMoney = { kind: 'price', usd: '1' };
export const START = Date.UTC(2024, 0, 1);
const HOUR = 3_600_000;

export interface Payment {
  readonly from: string;
  readonly to: string;
  readonly usd: number;
  readonly transaction?: string;
  readonly money?: RecordMoney;
}

/** One payment an hour, from the first hour of 2024. */
export function payments(list: readonly Payment[]): Transfer[] {
  return list.map(({ from, to, usd, transaction, money }, index) => ({
    position: index + 1,
    transaction: transaction ?? `tx${index}`,
    time: START + index * HOUR,
    from,
    to,
    amount: BigInt(Math.round(usd * 100)),
    money: money ?? DOLLAR,
  }));
}

export function label(address: string, category: Category, more: Partial<GivenLabel> = {}): GivenLabel {
  return {
    network: 'ETH',
    address,
    entity: `${category} at ${address}`,
    category,
    confidence: 100,
    source: 'list',
    authority: 'one',
    validFrom: null,
    validTo: null,
    ...more,
  };
}

/** A complete history of `subject`. Who pays more than came to them had it before. */
export function question(list: readonly Transfer[], more: Partial<AccountQuestion> = {}): AccountQuestion {
  const needed = new Map<string, bigint>();
  const balance = new Map<string, bigint>();
  for (const { from, to, amount } of list) {
    const held = balance.get(from) ?? 0n;
    if (held < amount) needed.set(from, (needed.get(from) ?? 0n) + amount - held);
    balance.set(from, held < amount ? 0n : held - amount);
    balance.set(to, (balance.get(to) ?? 0n) + amount);
  }
  return {
    ledger: 'account',
    network: 'ETH',
    subject: 'subject',
    decimals: 2,
    asOf: Date.UTC(2025, 0, 1),
    traceable: true,
    everySourceFailed: false,
    labels: [],
    contracts: [],
    history: {
      fromFirstRecord: true,
      toTip: true,
      bothDirections: true,
      tracesAndReceipts: null,
      countHeld: list.length,
      countByProvider: null,
    },
    derivation: { kind: 'from_records' },
    transfers: list,
    accounts: [...needed].map(([address, opening]) => ({ address, opening, unreadBefore: false, unreadAfter: false })),
    ...more,
  };
}

/** Direct senders to the subject: dollars by category; `unknown` is an unlabelled sender. */
export function received(
  amounts: Partial<Record<Category | 'unknown', number>>,
  confidence = 100,
  more: Partial<AccountQuestion> = {},
): AccountQuestion {
  const senders = Object.entries(amounts) as [Category | 'unknown', number][];
  return question(payments(senders.map(([from, usd]) => ({ from, to: 'subject', usd }))), {
    ...more,
    labels: [
      ...senders.flatMap(([from]) => (from === 'unknown' ? [] : [label(from, from, { confidence })])),
      ...(more.labels ?? []),
    ],
  });
}
