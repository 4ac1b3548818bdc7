import type { Category } from '@assay/domain';
import type { PartyFacts } from '../labels/party-facts.ts';
import type { ExposureStore } from './store.ts';

/** What labels say of an entity: who it is, and of what kind. */
export interface LabelClaim {
  readonly category: Category;
  readonly entity: string;
}

/**
 * The same records, had nobody made this claim of any address; what was derived from it is gone too. Walks go through
 * pages: another way that the store knows has its own labels.
 *
 * @example
 * const { rows } = await walk(withoutLabel(store, { category: 'scam', entity: 'A fraud' }), subject, 'bwd');
 */
export function withoutLabel(store: ExposureStore, { category, entity }: LabelClaim): ExposureStore {
  const strip = <Facts extends PartyFacts>(facts: readonly Facts[]): readonly Facts[] =>
    facts.map((one) => {
      const labels = one.labels.filter((label) => label.category !== category || label.entity !== entity);
      return labels.length === one.labels.length ? one : { ...one, labels };
    });
  if (store.ledger === 'utxo') {
    return {
      ledger: 'utxo',
      network: store.network,
      subject: (address) => store.subject(address),
      transactionsOf: (node, after, limit) => store.transactionsOf(node, after, limit),
      transactions: (nodes) => store.transactions(nodes),
      accounts: async (nodes) => strip(await store.accounts(nodes)),
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
    ...(store.parties === undefined ? {} : { parties: async (nodes) => strip((await store.parties?.(nodes)) ?? []) }),
    transactionIds: (positions) => store.transactionIds(positions),
  };
}
