import { withdrawnLabels } from '../../apps/server/src/modules/disputes/disputes/withdrawn-labels.store.ts';
import {
  buildEntitiesService,
  entitiesStore,
  readEntityFacts,
  readServicesList,
  refreshEntities,
} from '../../apps/server/src/modules/labels/index.ts';
import type { Pool } from '../../apps/server/src/platform/db/index.ts';
import { quantile } from '../checks/product.ts';

const PAGES = 20;

export interface CatalogueFigures {
  readonly refreshSeconds: number;
  readonly searchMs: number;
  /** One page of the labels of an entity with few, and of the one with the most. */
  readonly pageMs: number;
  readonly largePageMs: number;
}

/** What the catalogue of entities costs: after a change of the labels, and on its pages. Medians in milliseconds. */
export async function measureCatalogue(pool: Pool, largest: string): Promise<CatalogueFigures> {
  const from = performance.now();
  await refreshEntities(pool, new AbortController().signal);
  const refreshSeconds = (performance.now() - from) / 1_000;
  const facts = await readEntityFacts();
  const services = await readServicesList(facts, null);
  const entities = buildEntitiesService({
    store: entitiesStore(pool),
    facts: async () => facts,
    services: async () => services,
    withdrawnOf: (entities, most) => withdrawnLabels(pool, { entities, network: null, since: null, most }),
  });
  return {
    refreshSeconds,
    searchMs: await median((at) => entities.search(`service ${at}`, 1)),
    pageMs: await median((at) => entities.entity(`Service ${1 + at}`, 1)),
    largePageMs: await median((at) => entities.entity(largest, 1 + at)),
  };
}

async function median(ask: (at: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < PAGES; at += 1) {
    const from = performance.now();
    await ask(at);
    times.push(performance.now() - from);
  }
  return quantile(times);
}
