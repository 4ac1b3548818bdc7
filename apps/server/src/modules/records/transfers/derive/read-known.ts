import { type AccountFacts, governingLabel, isDepositService, type Label, type NodeId } from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import type { LabelsPort } from '../transfers.ports.ts';
import { type DeriveAccount, paidBy, readAccountPage, readAccounts } from './derive.store.ts';

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

/** Reads the accounts of a ledger with their labels, a page at a time: all, or those that decide the labels of some. */
export async function readKnown(
  client: PoolClient,
  given: LabelsPort,
  ledger: Ledger,
  signal: AbortSignal,
  among: readonly NodeId[] | null = null,
): Promise<Known> {
  const labelled = new Map<NodeId, AccountFacts>();
  const addresses = new Map<NodeId, string>();
  const services: NodeId[] = [];
  const pages = among === null ? allPages(client, ledger) : pagesOf(client, ledger, among);
  for await (const page of pages) {
    signal.throwIfAborted();
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

async function* allPages(client: PoolClient, ledger: Ledger): AsyncGenerator<readonly DeriveAccount[]> {
  for (let after = 0; ; ) {
    const page = await readAccountPage(client, ledger, after, ACCOUNTS_PER_READ);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < ACCOUNTS_PER_READ) return;
    after = last.node;
  }
}

/** These accounts and all that they pay: whom an account pays decides what it is. */
async function* pagesOf(
  client: PoolClient,
  ledger: Ledger,
  among: readonly NodeId[],
): AsyncGenerator<readonly DeriveAccount[]> {
  const nodes = [...new Set([...among, ...(await paidBy(client, ledger, among))])];
  for (let at = 0; at < nodes.length; at += ACCOUNTS_PER_READ) {
    yield await readAccounts(client, ledger, nodes.slice(at, at + ACCOUNTS_PER_READ));
  }
}

function factsOf({ node, address, role }: DeriveAccount, labels: readonly Label[]): AccountFacts {
  return { node, address, role, labels, openingUnread: false };
}
