import type { NetworkId } from '@assay/domain';
import type { MethodVersion, WalkOptions } from '@assay/exposure';
import { type AddressExposure, exposureOf } from '@assay/exposure/reference';
import { labelStates } from '../../../apps/server/src/modules/checks/index.ts';
import { openStoredTransfers, storedLedger } from '../../../apps/server/src/modules/records/index.ts';
import { inSnapshot, type Pool } from '../../../apps/server/src/platform/db/index.ts';
import { BENCH_ASSET } from './fill.ts';

/** As the product keeps them. */
const LABELS = { '1': labelStates({ version: '1' }), '2': labelStates({ version: '2' }) };

interface BenchAsset {
  readonly network: NetworkId;
  readonly ticker: string;
}

/** Both walks of an address over the database, as a check makes them. */
export async function checkOver(
  pool: Pool,
  address: string,
  version: MethodVersion,
  options: WalkOptions,
  asset: BenchAsset = BENCH_ASSET,
): Promise<AddressExposure> {
  const { network, ticker } = asset;
  return inSnapshot(pool, async (client) => {
    const [state, stored] = await Promise.all([LABELS[version](client, asset), storedLedger(client, network, ticker)]);
    const opened = stored === null ? null : openStoredTransfers(client, state, stored);
    const exposure = opened === null ? null : await exposureOf(opened.store, address, options);
    if (exposure === null) throw new Error(`${address} is unknown`);
    return exposure;
  });
}
