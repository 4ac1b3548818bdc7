import { expect } from 'vitest';
import { assessPayment, assessPlanned, assessWallet } from '../../src/version-3/assess/assess.ts';
import type { FlowStore } from '../../src/version-3/store/flow-store.ts';
import type { FlowWalkOptions } from '../../src/version-3/walk/flow-walk.ts';
import type { RatedHistory } from '../version-3/assess/rated-histories.ts';
import { questionOf } from '../version-3/assess/rated-questions.ts';
import { storeOf } from '../version-3/histories.ts';
import type { PositionOf } from './columns-of.ts';

/** The answers to all questions about a history, and what was noted on the way. */
async function answersOf(
  store: FlowStore,
  one: RatedHistory,
  transactions: readonly number[],
  options: FlowWalkOptions,
): Promise<readonly unknown[]> {
  const unread: (readonly [node: number, mass: number])[] = [];
  const asking = { ...options, onUnread: (node: number, mass: number) => unread.push([node, mass]) };
  const answers: unknown[] = [
    await assessWallet(store, { ...questionOf(one), statedTotal: one.stated }, asking),
    await assessPlanned(store, { ...questionOf(one), ...one.planned }, asking),
  ];
  for (const transaction of transactions) {
    answers.push(await assessPayment(store, { ...questionOf(one), transaction }, asking));
  }
  const lacking = await store.accounts(unread.map(([node]) => node));
  return [...answers, unread.map(([, mass], index) => [lacking[index]?.address, mass])];
}

/** Expects the bytes of the reference to each question about a history. */
export async function expectSameAnswers(
  columns: FlowStore,
  one: RatedHistory,
  positionOf: PositionOf,
  options: FlowWalkOptions,
): Promise<void> {
  const memory = storeOf(one.history);
  const receiver = memory.nodeOf(one.address);
  const into = memory.flows.filter(({ to }) => to === receiver);
  const transactions = [...new Set(into.map(({ transaction }) => transaction))];
  const expected = await answersOf(memory, one, transactions, options);
  const found = await answersOf(columns, one, transactions.map(positionOf), options);
  expect(found, one.name).toEqual(expected);
}
