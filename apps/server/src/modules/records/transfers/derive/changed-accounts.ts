import { NETWORKS } from '@assay/domain';
import type { NodeId } from '@assay/exposure';
import type { PoolClient } from '../../../../platform/db/index.ts';
import type { Ledger } from '../ledgers/ledger.store.ts';
import type { GivenLabelsPort } from '../transfers.ports.ts';
import { nodesOf, payersOf } from './derive.store.ts';

/** More accounts are not derived one by one: all are, in a few passes. */
const MOST_ACCOUNTS = 50_000;

/**
 * The accounts whose derived labels may differ from the stored ones, where nothing but given labels has changed since:
 * those whose own labels changed, and those that paid one of them. An account's derived label follows from its records,
 * its own given labels and those of the accounts that it paid, and from nothing else (docs/method, section 3). Null where
 * all have to be derived: something else has changed too, the change is too large, or the network has coins, whose
 * transactions have many payers.
 *
 * @param stored basis of the stored labels; null where none were derived yet
 * @param basisAt the basis that they would have now, had the given labels another version
 */
export async function changedAccounts(
  client: PoolClient,
  given: Pick<GivenLabelsPort, 'changes'>,
  ledger: Ledger,
  stored: string | null,
  basisAt: (version: string) => string,
): Promise<readonly NodeId[] | null> {
  if (stored === null || NETWORKS[ledger.network].ledger === 'utxo') return null;
  const addresses = new Set<string>();
  for (const { former, addresses: changed } of await given.changes()) {
    if (changed === null) return null;
    for (const address of changed) addresses.add(address);
    if (basisAt(former) === stored) return reachedBy(client, ledger, [...addresses]);
  }
  return null;
}

async function reachedBy(
  client: PoolClient,
  ledger: Ledger,
  addresses: readonly string[],
): Promise<readonly NodeId[] | null> {
  const changed = await nodesOf(client, ledger, addresses);
  const reached = new Set([...changed, ...(await payersOf(client, ledger, changed))]);
  return reached.size > MOST_ACCOUNTS ? null : [...reached].sort((a, b) => a - b);
}
