import type { Label } from '../labels/label.ts';
import type { PartyFacts } from '../labels/party-facts.ts';
import type { NodeId } from '../records/record.ts';
import type { ExposureStore, LabelClaim } from './store.ts';

/** Labels but those that make a claim. */
export function labelsWithout(labels: readonly Label[], { category, entity }: LabelClaim): readonly Label[] {
  return labels.filter((label) => label.category !== category || label.entity !== entity);
}

/** Facts of accounts, in the order given, without the labels that make a claim. */
export function factsWithout<Facts extends Pick<PartyFacts, 'labels'>>(
  facts: readonly Facts[],
  claim: LabelClaim,
): readonly Facts[] {
  return facts.map((one) => {
    const labels = labelsWithout(one.labels, claim);
    return labels.length === one.labels.length ? one : { ...one, labels };
  });
}

/**
 * The same records, had nobody made this claim of any address; what was derived from it is gone too. A walk
 * goes through pages, unless the store walks without a claim in a way of its own: another way that it knows has its own
 * labels.
 *
 * @example
 * const { rows } = await walk(withoutLabel(store, { category: 'scam', entity: 'A fraud' }), subject, 'bwd');
 */
export function withoutLabel(store: ExposureStore, claim: LabelClaim): ExposureStore {
  const strip = <Facts extends PartyFacts>(facts: readonly Facts[]): readonly Facts[] => factsWithout(facts, claim);
  const parties =
    store.parties === undefined
      ? {}
      : { parties: async (nodes: readonly NodeId[]) => strip((await store.parties?.(nodes)) ?? []) };
  if (store.ledger === 'utxo') {
    const { readsAhead } = store;
    return {
      ledger: 'utxo',
      network: store.network,
      ...(readsAhead === undefined ? {} : { readsAhead }),
      subject: (address) => store.subject(address),
      transactionsOf: (node, after, limit) => store.transactionsOf(node, after, limit),
      transactions: (nodes) => store.transactions(nodes),
      accounts: async (nodes) => strip(await store.accounts(nodes)),
      ...parties,
      transactionIds: (nodes) => store.transactionIds(nodes),
    };
  }
  const { pageOptions, answersTogether } = store;
  return {
    ledger: 'account',
    network: store.network,
    ...(pageOptions === undefined ? {} : { pageOptions }),
    ...(answersTogether === undefined ? {} : { answersTogether }),
    subject: (address) => store.subject(address),
    page: (direction, asks, limit) => store.page(direction, asks, limit),
    accounts: async (nodes) => strip(await store.accounts(nodes)),
    ...parties,
    transactionIds: (positions) => store.transactionIds(positions),
    ...(store.walkWithout === undefined ? {} : { walk: store.walkWithout.bind(store, claim) }),
  };
}
