import type { TestProject } from 'vitest/node';
import { KNOWN } from './known-addresses.ts';
import { startProduct } from './start-product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly siteUrl: string;
    /** Data folder of the product, for what a browser cannot bring about; empty where it is not known. */
    readonly dataDir: string;
  }
}

/**
 * `ASSAY_JOURNEY_URL` names a running product and `ASSAY_JOURNEY_DATA_DIR` its data folder; without them one is started,
 * and stopped afterwards.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { ASSAY_JOURNEY_URL: running, ASSAY_JOURNEY_DATA_DIR: runningDataDir } = process.env;
  if (running !== undefined) {
    const url = running.replace(/\/$/, '');
    await starterDataLoaded(url);
    project.provide('siteUrl', url);
    project.provide('dataDir', runningDataDir ?? '');
    return undefined;
  }
  const product = await startProduct();
  try {
    await starterDataLoaded(product.url);
  } catch (error) {
    await product.stop();
    throw error;
  }
  project.provide('siteUrl', product.url);
  project.provide('dataDir', product.dataDir);
  return product.stop;
}

const LOAD_MS = 120_000;

/** Labels come first, then records: once a record without a label of its own is known, everything stands. */
export async function starterDataLoaded(url: string): Promise<void> {
  const deadline = Date.now() + LOAD_MS;
  const { address, ticker } = KNOWN.nearFraud;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/api/wallet/suggest?address=${address}`);
    const { data } = (await answer.json()) as { data?: { suggestions: { ticker: string; known: boolean }[] } };
    if (data?.suggestions.some((entry) => entry.ticker === ticker && entry.known)) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error('The starter data was not loaded in time');
}
