import { inject } from 'vitest';
import type { LocalCookie } from './local-visit.ts';

/** A running product that journeys look at. */
export interface Site {
  readonly url: string;
  /** Null where the running product was named without its printed link. */
  readonly localCookie: LocalCookie | null;
  /** Data folder of the product, for what a browser cannot bring about; empty where it is not known. */
  readonly dataDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker, so that journeys at the same time do not meet in one database. */
    readonly sites: readonly Site[];
  }
}

/** The product of the worker that runs this file. */
export function site(): Site {
  const sites = inject('sites');
  const { VITEST_POOL_ID: worker } = process.env;
  const found = sites[(Number(worker) - 1) % sites.length];
  if (found === undefined) throw new Error(`Worker ${worker} has no product`);
  return found;
}
