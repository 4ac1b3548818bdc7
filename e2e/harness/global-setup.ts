import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { openRunning } from './local-visit.ts';
import { type Product, startProduct } from './start-product.ts';
import { starterDataLoaded } from './starter-data.ts';

const BUILT_SITE = fileURLToPath(new URL('../../apps/web/build/server/index.js', import.meta.url));

/**
 * `ASSAY_JOURNEY_URL` is the printed link of a running product and `ASSAY_JOURNEY_DATA_DIR` its data folder; without them
 * one is started for each worker, and stopped afterwards.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { ASSAY_JOURNEY_URL: running, ASSAY_JOURNEY_DATA_DIR: runningDataDir } = process.env;
  if (running !== undefined) {
    const { url, localCookie } = await openRunning(running);
    await starterDataLoaded(url);
    project.provide('sites', [{ url, localCookie, dataDir: runningDataDir ?? '' }]);
    return undefined;
  }
  // Without it every page is one that says so, and each journey waits for its limit.
  if (!existsSync(BUILT_SITE)) throw new Error('The site is not built: run npm run build first.');
  const products: Product[] = [];
  const stop = async () => {
    await Promise.all(products.map((product) => product.stop()));
  };
  const start = async () => {
    const product = await startProduct();
    products.push(product);
    await starterDataLoaded(product.url);
  };
  const begun = await Promise.allSettled(Array.from({ length: project.config.maxWorkers }, start));
  const failed = begun.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  project.provide(
    'sites',
    products.map(({ url, localCookie, dataDir }) => ({ url, localCookie, dataDir })),
  );
  return stop;
}
