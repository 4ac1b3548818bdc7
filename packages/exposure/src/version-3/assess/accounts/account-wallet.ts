import type { NodeId, Position } from '../../../records/record.ts';
import type { HistoryKind } from '../../rating/mixtures/known.ts';
import type { FlowStore, FlowSubject } from '../../store/flow-store.ts';
import type { FlowWalkOptions } from '../../walk/flow-walk.ts';
import { FlowReading } from '../../walk/reading.ts';
import { walkOwnWallet } from '../../walk/wallet-walk.ts';
import type { AssessmentOf3 } from '../assessment-of-3.ts';
import type { WalletQuestion } from '../question.ts';
import { type Names, rateRead } from '../rate-read.ts';
import { accountHistoryOf, ownBalances } from './account-history.ts';
import { type OwnFlows, readOwnFlows } from './own-flows.ts';

/** The result of a wallet on an account network. */
export async function assessAccountWallet(
  store: FlowStore,
  subject: FlowSubject,
  question: WalletQuestion,
  options: FlowWalkOptions,
): Promise<AssessmentOf3> {
  const { has } = question.reviewedList;
  const statedTotal = question.statedTotal ?? 0n;
  const reading = new FlowReading(store, subject, has, options);
  const { ever, now } = await walkOwnWallet(store, reading, statedTotal);
  const own = await readOwnFlows(store, reading);
  const balances = ownBalances(own, subject.opening ?? 0n);
  return rateRead(
    {
      network: store.network,
      labels: subject.labels,
      kind: kindOfAccount(subject, own),
      read: accountHistoryOf(own, balances, ever, reading),
      ever,
      carriedBy: (parts) => ever?.carriedBy(parts) ?? [],
      now: now === null ? null : { mixture: now, balance: balances.afterLastInflow },
      balanceAtCutOff: balances.atCutOff,
      name: (places, accounts) => namesIn(store, reading, places, accounts),
    },
    question,
  );
}

/** Whether the history of the account that is asked about is whole (docs/method/3, section 3). */
export function kindOfAccount(subject: FlowSubject, { isPartial }: Pick<OwnFlows, 'isPartial'>): HistoryKind {
  if (subject.isSample || isPartial) return 'sample';
  return subject.firstShortfall === null && !subject.differsFromStated ? 'whole' : 'incomplete';
}

async function namesIn(
  store: FlowStore,
  { facts }: FlowReading,
  places: readonly Position[],
  accounts: readonly NodeId[],
): Promise<Names> {
  const [transactionIds] = await Promise.all([
    places.length === 0 ? [] : store.transactionIds(places),
    facts.name(accounts),
  ]);
  return { transactionIds, addresses: accounts.map((node) => facts.addressOf(node)) };
}
