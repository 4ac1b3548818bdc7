import { startProduct } from '../../apps/server/test/support/product.ts';
import { starterDataLoaded } from '../../e2e/harness/starter-data.ts';

const OPEN_WITHIN_MS = 120_000;

/** Has the whole server load the data that ship into a new data folder, which others then begin with. */
export async function fillData(dataDir: string): Promise<void> {
  const product = startProduct({ dataDir, env: { STARTER_DATA: 'on' }, openWithinMs: OPEN_WITHIN_MS });
  try {
    await starterDataLoaded(await product.opened);
  } finally {
    product.child.kill('SIGTERM');
    await product.exited;
  }
}
