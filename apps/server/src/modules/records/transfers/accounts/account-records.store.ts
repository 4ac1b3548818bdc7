import type { AccountStore } from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import { AccountEvidence } from './account-evidence.store.ts';
import { partyFacts, subjectFacts } from './account-facts.store.ts';
import { AccountPages } from './account-pages.store.ts';
import { readZeroAmounts } from './zero-amounts.store.ts';

/** Rows cost more here than asks: nearly every place a walk looks at is left after a few records. */
const READING = { batchSize: 512, pageLimit: 8 } as const;

/**
 * The walk's port over PostgreSQL for an account ledger. `client` must stay inside one repeatable-read transaction
 * while the store is used: that is what hides appends from a walk.
 *
 * @param hasUnreadOpenings whether any account of the ledger had an opening that was not read
 */
export function accountRecords(
  client: PoolClient,
  labels: LabelsPort,
  ledger: Ledger,
  hasUnreadOpenings: boolean,
): AccountStore {
  const pages = new AccountPages(client, ledger);
  const evidence = new AccountEvidence(client, labels, ledger);
  return {
    ledger: 'account',
    network: ledger.network,
    pageOptions: READING,
    answersTogether: true,
    subject: (address) => subjectFacts(client, labels, ledger, address),
    page: (direction, asks, limit) => pages.page(direction, asks, limit),
    accounts: (nodes) => evidence.accounts(nodes),
    ...(hasUnreadOpenings ? {} : { parties: (nodes) => partyFacts(client, labels, ledger, nodes) }),
    transactionIds: (positions) => evidence.transactionIds(positions),
    zeroAmountsTo: async (node) => {
      const [facts] = await evidence.accounts([node]);
      return facts === undefined ? [] : readZeroAmounts(client, ledger, facts.address);
    },
  };
}
