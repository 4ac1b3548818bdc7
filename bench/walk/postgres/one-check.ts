import { exposureOf, type MethodVersion, type WalkOptions } from '@assay/exposure';
import { inSnapshot, type Pool } from '../../../apps/server/src/db/index.ts';
import { labelStates } from '../../../apps/server/src/features/checks/index.ts';
import { openTransferStore } from '../../../apps/server/src/features/transfers/index.ts';
import { BENCH_ASSET } from './fill.ts';

/** As the product keeps them. */
const LABELS = { '1': labelStates({ version: '1' }), '2': labelStates({ version: '2' }) };

/** Both walks of an address over the database, as a check makes them. */
export async function checkOver(
  pool: Pool,
  address: string,
  version: MethodVersion,
  options: WalkOptions,
): Promise<void> {
  const { network, ticker } = BENCH_ASSET;
  await inSnapshot(pool, async (client) => {
    const state = await LABELS[version](client, BENCH_ASSET);
    const opened = await openTransferStore(client, state, network, ticker);
    if (opened === null || (await exposureOf(opened.store, address, options)) === null)
      throw new Error(`${address} is unknown`);
  });
}
