import type { NodeId, Position } from '../../../records/record.ts';
import { type EventLoopYield, settingsOf, WalkPace } from '../../../walk/options.ts';
import type { SubjectFacts } from '../../../walk/store.ts';
import type { CoinStore } from '../../coins/coin-store.ts';
import { walkCoinWallet } from '../../coins/coin-wallet.ts';
import { amountOf, type CoinHistory } from '../../coins/history.ts';
import { Parties } from '../../coins/parties.ts';
import type { HistoryKind } from '../../rating/mixtures/known.ts';
import type { FlowWalkOptions } from '../../walk/flow-walk.ts';
import type { AssessmentOf3 } from '../assessment-of-3.ts';
import type { WalletQuestion } from '../question.ts';
import { type Names, rateRead } from '../rate-read.ts';
import { coinHistoryFor } from './coin-history.ts';

/** The result of a wallet on a coin network. */
export async function assessCoinWallet(
  store: CoinStore,
  subject: SubjectFacts,
  question: WalletQuestion,
  options: FlowWalkOptions,
): Promise<AssessmentOf3> {
  const { has } = question.reviewedList;
  const statedTotal = question.statedTotal ?? 0n;
  const { ever, now, history } = await walkCoinWallet(store, subject, has, { ...options, statedTotal });
  const parties = new Parties(store, subject, has);
  await parties.facts.load(othersOf(history), yieldOf(options));
  return rateRead(
    {
      network: store.network,
      labels: subject.labels,
      kind: kindOfCoins(subject, history.shortfalls.length === 0),
      read: coinHistoryFor(history, ever, (owner, time) => parties.labelOf(owner, time)),
      ever,
      carriedBy: (parts) => ever?.carriedBy(parts.map(({ transaction, part }) => ({ transaction, part }))) ?? [],
      now: now === null ? null : { mixture: now, balance: amountOf(history.heldAfterLastInflow) },
      balanceAtCutOff: amountOf(history.heldNow),
      name: (places, accounts) => namesIn(store, history, parties, places, accounts),
    },
    question,
  );
}

/** Whether the history of an address is whole (docs/method/3, section 3). */
export function kindOfCoins({ complete, unread }: SubjectFacts, isCovered: boolean): HistoryKind {
  if (!complete || unread !== undefined) return 'sample';
  return isCovered ? 'whole' : 'incomplete';
}

/** Yields as the walks do. */
export function yieldOf(options: FlowWalkOptions): EventLoopYield {
  const settings = settingsOf(options);
  const pace = new WalkPace(settings);
  return async (steps) => {
    if (pace.isDue(steps)) await pace.rest({ round: 0, threshold: settings.threshold, states: 0 });
  };
}

/** Everybody who paid the address or was paid by it. */
function othersOf({ inflows, payments }: CoinHistory): readonly NodeId[] {
  const payers = inflows.flatMap((inflow) => inflow.payers.map(({ payer }) => payer));
  return [...payers, ...payments.map(({ payee }) => payee).filter((payee) => payee !== null)];
}

async function namesIn(
  store: CoinStore,
  { inflows, payments }: CoinHistory,
  { facts }: Parties,
  places: readonly Position[],
  accounts: readonly NodeId[],
): Promise<Names> {
  const nodes = new Map<Position, NodeId>([
    ...inflows.map(({ transaction }) => [transaction.position, transaction.node] as const),
    ...payments.map(({ position, transaction }) => [position, transaction] as const),
  ]);
  const asked = places.flatMap((place) => nodes.get(place) ?? []);
  const [transactionIds] = await Promise.all([
    asked.length === 0 ? [] : store.transactionIds(asked),
    facts.name(accounts),
  ]);
  return { transactionIds, addresses: accounts.map((node) => facts.addressOf(node)) };
}
