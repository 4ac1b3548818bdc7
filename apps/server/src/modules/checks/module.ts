import type { FastifyPluginAsync } from 'fastify';
import { type ChecksRoutesOptions, checksRoutes } from './checks/checks.routes.ts';
import { doneResultOf } from './checks/done-result.ts';
import { type CounterpartiesRoutesOptions, counterpartiesRoutes } from './counterparties/counterparties.routes.ts';
import { explorerRoutes } from './explorer/explorer.routes.ts';
import type { ExplorerService } from './explorer/explorer.service.ts';
import { historyRoutes } from './history/history.routes.ts';
import type { HistoryService } from './history/history.service.ts';
import { showcaseRoutes } from './showcase/showcase.routes.ts';
import type { ShowcaseService } from './showcase/showcase.service.ts';
import type { SecurityContact } from './site/security-txt.ts';
import { type SiteRoutesOptions, securityTxtRoutes, siteRoutes } from './site/site.routes.ts';
import { suggestRoutes } from './suggest/suggest.routes.ts';
import type { SuggestService } from './suggest/suggest.service.ts';

export interface ChecksCallsOptions
  extends ChecksRoutesOptions,
    Omit<CounterpartiesRoutesOptions, 'checks'>,
    SiteRoutesOptions {
  readonly suggestions: SuggestService;
  readonly explorer: ExplorerService;
  readonly history: HistoryService;
  readonly showcase: Pick<ShowcaseService, 'read'>;
}

/** Checks and what is around them: suggestions, history, counterparties, the explorer, the showcase. */
export function checksCalls(options: ChecksCallsOptions): FastifyPluginAsync {
  const { checks, history } = options;
  return async (calls) => {
    await calls.register(suggestRoutes, options);
    await calls.register(checksRoutes, options);
    await calls.register(explorerRoutes, options);
    await calls.register(counterpartiesRoutes, options);
    await calls.register(historyRoutes, {
      history,
      resultOf: (subId, owner) => doneResultOf(checks, subId, owner),
    });
    await calls.register(siteRoutes, options);
    await calls.register(showcaseRoutes, options);
  };
}

/** Where security faults are reported, at the path of RFC 9116. */
export function checksPages(contact: SecurityContact): FastifyPluginAsync {
  return async (pages) => {
    await pages.register(securityTxtRoutes, { contact, readsPerMinute: pages.limits.readsPerMinute });
  };
}
