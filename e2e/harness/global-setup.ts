import type { TestProject } from 'vitest/node';
import { startProduct } from './start-product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly siteUrl: string;
  }
}

/** `ASSAY_JOURNEY_URL` names a running product; without it one is started, and stopped afterwards. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { ASSAY_JOURNEY_URL: running } = process.env;
  if (running !== undefined) {
    project.provide('siteUrl', running.replace(/\/$/, ''));
    return undefined;
  }
  const product = await startProduct();
  project.provide('siteUrl', product.url);
  return product.stop;
}
