import { type AccountFacts, governingLabel, isDepositService, type Label, type NodeId } from '@assay/exposure';
import type { PoolClient } from '../../../db/index.ts';
import type { Ledger } from '../ledger.store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import { type DeriveAccount, readAccountPage } from './derive.store.ts';

const ACCOUNTS_PER_READ = 5_000;

/** What is known of a transfer ledger's accounts before labels are derived. */
export interface Known {
  readonly ledger: Ledger;
  readonly facts: (node: NodeId) => AccountFacts;
  readonly addresses: ReadonlyMap<NodeId, string>;
  /** Accounts with any label, and protected ones. */
  readonly labelled: readonly NodeId[];
  readonly services: readonly NodeId[];
  readonly isOpen: (node: NodeId) => boolean;
}

/** Reads the accounts of a ledger with their labels, a page at a time. */
export async function readKnown(
  client: PoolClient,
  given: LabelsPort,
  ledger: Ledger,
  signal: AbortSignal,
): Promise<Known> {
  const labelled = new Map<NodeId, AccountFacts>();
  const addresses = new Map<NodeId, string>();
  const services: NodeId[] = [];
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const page = await readAccountPage(client, ledger, after, ACCOUNTS_PER_READ);
    const labels = await given.labelsOf(
      ledger.network,
      page.map(({ address }) => address),
    );
    for (const [at, account] of page.entries()) {
      const own = labels[at] ?? [];
      addresses.set(account.node, account.address);
      if (own.length === 0 && account.role === 'account') continue;
      labelled.set(account.node, factsOf(account, own));
      if (account.role === 'account' && own.some(({ category }) => isDepositService(category))) {
        services.push(account.node);
      }
    }
    const last = page.at(-1);
    if (last === undefined || page.length < ACCOUNTS_PER_READ) break;
    after = last.node;
  }
  const plain = (node: NodeId): AccountFacts =>
    factsOf({ node, address: addresses.get(node) ?? '', role: 'account' }, []);
  const facts = (node: NodeId): AccountFacts => labelled.get(node) ?? plain(node);
  const isOpen = (node: NodeId): boolean => {
    const { role, labels } = facts(node);
    return role === 'account' && governingLabel(labels, null) === null;
  };
  return { ledger, facts, addresses, labelled: [...labelled.keys()], services, isOpen };
}

function factsOf({ node, address, role }: DeriveAccount, labels: readonly Label[]): AccountFacts {
  return { node, address, role, labels, openingUnread: false };
}
