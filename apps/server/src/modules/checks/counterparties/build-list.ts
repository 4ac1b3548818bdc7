import { absorberOf, COINBASE_ABSORBER, type Label } from '@assay/exposure';
import type { PoolClient } from '../../../platform/db/index.ts';
import type { TransferSnapshot } from '../../records/index.ts';
import type { LabelState } from '../checks/compute/label-states.ts';
import type { StepSizes } from './counterparties.ports.ts';
import { finishList, moveList, type StoredList } from './lists.store.ts';
import {
  addSums,
  type NamedParty,
  nameParties,
  partiesAfter,
  pricesOfList,
  sumTransfers,
  type UnnamedParty,
} from './parties.store.ts';
import { NOBODY, sumCoins } from './sum-coins.ts';

/** Each step is one transaction; a request does as many as its time allows. */
export const STEP_SIZES: StepSizes = { transfers: 100_000, transactions: 500, parties: 5_000 };

const FIRST = { reached: -1, direction: 'bwd' } as const;
/** Before the first party: those that nobody can be named for have numbers below 0. */
const BEFORE_PARTIES = { reached: -1_000, direction: 'bwd' } as const;
const DAY_SECONDS = 86_400;

/** Does the next step of a list that `client` has locked. */
export async function buildStep(
  client: PoolClient,
  list: StoredList,
  { store }: Pick<TransferSnapshot, 'store'>,
  labels: LabelState,
  sizes: StepSizes,
): Promise<void> {
  switch (list.stage) {
    case 'incoming':
    case 'outgoing': {
      const direction = list.stage === 'incoming' ? 'bwd' : 'fwd';
      const { last, isLast } = await sumTransfers(client, list, direction, sizes.transfers);
      if (!isLast && last !== null) return moveList(client, list.id, { stage: list.stage, reached: last, direction });
      if (list.stage === 'incoming') return moveList(client, list.id, { stage: 'outgoing', ...FIRST });
      return moveList(client, list.id, { stage: 'naming', ...BEFORE_PARTIES, labels: labels.digest });
    }
    case 'both': {
      if (store.ledger !== 'utxo') throw new Error('the records of an account network are summed by direction');
      const page = await store.transactionsOf(list.account, list.reached, sizes.transactions);
      const own = page.transactions.filter(({ position }) => position <= list.untilPosition);
      await sumPage(client, list, own);
      const last = own.at(-1);
      if (page.more && own.length === page.transactions.length && last !== undefined) {
        return moveList(client, list.id, { stage: 'both', reached: last.position, direction: 'bwd' });
      }
      return moveList(client, list.id, { stage: 'naming', ...BEFORE_PARTIES, labels: labels.digest });
    }
    case 'naming':
      return nameNext(client, list, labels, sizes.parties);
    case 'done':
      // The labels have changed: the sums stay, and the parties are named again.
      return moveList(client, list.id, { stage: 'naming', ...BEFORE_PARTIES, labels: labels.digest });
  }
}

async function sumPage(
  client: PoolClient,
  list: StoredList,
  transactions: Parameters<typeof sumCoins>[0],
): Promise<void> {
  if (transactions.length === 0) return;
  const { constant, byDay } = await pricesOfList(client, list.id);
  const priceOf = (time: number) => constant ?? byDay.get(Math.floor(time / DAY_SECONDS)) ?? null;
  const { sums, records } = sumCoins(transactions, list.account, priceOf);
  await addSums(client, list.id, sums, records);
}

async function nameNext(client: PoolClient, list: StoredList, labels: LabelState, limit: number): Promise<void> {
  // Labels that changed meanwhile would name some parties by one set and some by another.
  if (list.labels !== labels.digest) {
    return moveList(client, list.id, { stage: 'naming', ...BEFORE_PARTIES, labels: labels.digest });
  }
  const parties = await partiesAfter(client, list, limit);
  const last = parties.at(-1);
  if (last === undefined) return finishList(client, list.id, labels.digest);
  const known = await labels.labelsOf(
    list.network,
    parties.map(({ address }) => address ?? ''),
  );
  const named = parties.map((party, at): NamedParty => {
    const label = labelOf(party, known[at] ?? [], list.account);
    if (label === null) return { ...party, label };
    const { entity, category, source, confidence, origin } = label;
    return { ...party, label: { entity, category, source, confidence, isDerived: origin === 'derived' } };
  });
  await nameParties(client, list, named);
  if (parties.length < limit) return finishList(client, list.id, labels.digest);
  await moveList(client, list.id, { stage: 'naming', reached: last.id, direction: last.direction });
}

/** The label at which a walk from the account would end at this party, at the time of its last record. */
function labelOf(party: UnnamedParty, labels: readonly Label[], account: number): Label | null {
  if (party.id === NOBODY.coinbase) return COINBASE_ABSORBER.label;
  if (party.role === null) return null;
  const facts = { node: party.id, address: party.address, role: party.role, labels, openingUnread: false };
  const absorber = absorberOf(facts, party.lastTime, account, party.direction);
  return absorber === null || absorber === 'fee' ? null : absorber.label;
}
