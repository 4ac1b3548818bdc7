import type { Pool, PoolClient } from '../../../db/index.ts';
import { inSnapshot } from '../../../db/transactions.ts';
import { ledgerPool } from '../../placement/index.ts';
import { readMark } from '../clusters/cluster-state.store.ts';
import { countAllContracts } from '../derive/derive.store.ts';
import { findLedger, type Ledger, listAllLedgers } from '../ledger.store.ts';
import type { DerivePorts, GivenLabelsPort } from '../transfers.ports.ts';
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
    const basis = ledger === null ? stored : await basisOf(client, labels, ledger);
    if (ledger === null || basis === stored || basis === null) return null;
    progress(`deriving labels of method 2 from ${ticker} on ${network}`);
    return { basis, labels: await deriveLabels2(client, labels, ledger, signal) };
  });
  if (derived === null) return false;
  await replaceLabelsOfMethod2(pool, { network, ticker }, derived.labels, derived.basis);
  return true;
}

async function basisOf(client: PoolClient, given: GivenLabelsPort, ledger: Ledger): Promise<string> {
  // A label is carried to the same key on another network, unless the address is a contract on either.
  const contracts = await countAllContracts(client);
  const clusters = await readMark(client, ledger.id);
  return `rules ${RULES}, labels ${await given.version()}, records ${ledger.revision}, contracts ${contracts}, clusters ${clusters}`;
}
