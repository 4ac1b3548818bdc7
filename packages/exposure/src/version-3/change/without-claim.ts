import type { LabelClaim } from '../../walk/store.ts';
import { factsWithout, labelsWithout, withoutLabel } from '../../walk/without-label.ts';
import type { StoreOf3 } from '../assess/assess.ts';
import type { QuestionOf3 } from '../assess/question.ts';
import type { CoinStore } from '../coins/coin-store.ts';
import type { FlowStore } from '../store/flow-store.ts';
import { walksByItself } from '../walk/walk-task.ts';

/**
 * The same records and the same question, had nobody made this claim of any address: what a claim that is withdrawn is
 * asked of (docs/method/3, section 15). What a cluster took from the claim is gone with it.
 *
 * @example
 * const assessWithout = (claim: LabelClaim) => {
 *   const { store, question } = withoutClaim(asked, claim);
 *   return assessWallet(store, question);
 * };
 */
export function withoutClaim<Question extends QuestionOf3>(
  { store, question }: { readonly store: StoreOf3; readonly question: Question },
  claim: LabelClaim,
): { readonly store: StoreOf3; readonly question: Question } {
  const { unrecorded } = question;
  return {
    store: store.ledger === 'account' ? flowsWithout(store, claim) : coinsWithout(store, claim),
    question:
      unrecorded === undefined
        ? question
        : { ...question, unrecorded: { ...unrecorded, labels: labelsWithout(unrecorded.labels, claim) } },
  };
}

function flowsWithout(store: FlowStore, claim: LabelClaim): FlowStore {
  if (walksByItself(store)) return store.without(claim);
  const { ledger, network, pageOptions } = store;
  return {
    ledger,
    network,
    ...(pageOptions === undefined ? {} : { pageOptions }),
    subject: async (address) => {
      const subject = await store.subject(address);
      return subject === null ? null : { ...subject, labels: labelsWithout(subject.labels, claim) };
    },
    page: (direction, asks, limit) => store.page(direction, asks, limit),
    accounts: async (nodes) => factsWithout(await store.accounts(nodes), claim),
    ...(store.parties === undefined
      ? {}
      : { parties: async (nodes) => factsWithout((await store.parties?.(nodes)) ?? [], claim) }),
    transactionIds: (positions) => store.transactionIds(positions),
    parts: (numbers) => store.parts(numbers),
  };
}

function coinsWithout(store: CoinStore, claim: LabelClaim): CoinStore {
  const without = withoutLabel(store, claim);
  if (without.ledger !== 'utxo') throw new Error('a store of coins without a claim is one of coins');
  return {
    ...without,
    subject: async (address) => {
      const subject = await store.subject(address);
      return subject === null ? null : { ...subject, labels: labelsWithout(subject.labels, claim) };
    },
    ...(store.clustersOf === undefined
      ? {}
      : { clustersOf: async (nodes) => (await store.clustersOf?.(nodes)) ?? nodes }),
  };
}
