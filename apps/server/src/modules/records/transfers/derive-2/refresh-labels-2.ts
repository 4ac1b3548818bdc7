import type { Pool, PoolClient } from '../../../../platform/db/index.ts';
import { inSnapshot } from '../../../../platform/db/transactions.ts';
import { ledgerPool } from '../../placement/in-ledger.ts';
import { readMark } from '../clusters/cluster-state.store.ts';
import { changedAccounts } from '../derive/changed-accounts.ts';
import { countAllContracts, readAccounts } from '../derive/derive.store.ts';
import { findLedger, type Ledger, listAllLedgers } from '../ledgers/ledger.store.ts';
import type { DerivePorts } from '../transfers.ports.ts';
import { changeLabelsOfMethod2 } from './change-labels-2.store.ts';
import { deriveLabels2 } from './derive-labels-2.ts';
import { basisOfMethod2, replaceLabelsOfMethod2 } from './labels-of-method-2.store.ts';

/** Rises with each change of the rules that a release brings: all labels are then derived again. */
const RULES = 1;

/**
 * Derives the labels of method 2 again for every asset whose records, given labels or clusters have changed since. Call
 * it after `refreshClusters`. Without a change it costs a few small queries an asset.
 */
export async function refreshLabels2(
  pool: Pool,
  given: DerivePorts['given'],
  progress: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const asset of await listAllLedgers(pool)) {
    const server = await ledgerPool(pool, asset);
    // Of several calls at once, the last to write checks again.
    while (await refreshAsset(server, given, asset, progress, signal)) signal.throwIfAborted();
  }
}

/** Returns whether labels were derived. */
async function refreshAsset(
  pool: Pool,
  given: DerivePorts['given'],
  { network, ticker }: Pick<Ledger, 'network' | 'ticker'>,
  progress: (text: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const stored = await basisOfMethod2(pool, network, ticker);
  const derived = await inSnapshot(pool, async (client) => {
    const labels = given(client);
    const ledger = await findLedger(client, network, ticker);
    if (ledger === null) return null;
    const basisAt = await basisOf(client, ledger);
    const basis = basisAt(await labels.version());
    if (basis === stored) return null;
    progress(`deriving labels of method 2 from ${ticker} on ${network}`);
    const among = await changedAccounts(client, labels, ledger, stored, basisAt);
    const found = await deriveLabels2(client, labels, ledger, signal, among);
    const addresses = among === null ? null : (await readAccounts(client, ledger, among)).map(({ address }) => address);
    return { basis, addresses, labels: found };
  });
  if (derived === null) return false;
  const { basis, addresses, labels } = derived;
  if (addresses === null || stored === null) {
    await replaceLabelsOfMethod2(pool, { network, ticker }, labels, basis);
  } else {
    await changeLabelsOfMethod2(pool, { network, ticker }, { addresses, labels, former: stored }, basis);
  }
  return true;
}

/** What the labels would be derived from now, at a version of the given labels. */
async function basisOf(client: PoolClient, ledger: Ledger): Promise<(version: string) => string> {
  // A label is carried to the same key on another network, unless the address is a contract on either.
  const contracts = await countAllContracts(client);
  const clusters = await readMark(client, ledger.id);
  return (version) =>
    `rules ${RULES}, labels ${version}, records ${ledger.revision}, contracts ${contracts}, clusters ${clusters}`;
}
