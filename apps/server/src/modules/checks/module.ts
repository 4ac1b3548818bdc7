import type { FastifyPluginAsync } from 'fastify';
import { auditAlone, downloadRecorder } from '../../platform/audit/index.ts';
import type { RegularWork } from '../../platform/jobs/regular-work.ts';
import type { Repetition } from '../../platform/kernel/time/timing.ts';
import type { Context, OpenModule } from '../../platform/module.ts';
import type { PricesService } from '../chains/index.ts';
import type { InMemoryAssets } from '../records/index.ts';
import { type ChecksRoutesOptions, checksRoutes } from './checks/checks.routes.ts';
import type { OnDemandReader } from './checks/compute/on-demand-reading.ts';
import { doneResultOf } from './checks/done-result.ts';
import { type CounterpartiesRoutesOptions, counterpartiesRoutes } from './counterparties/counterparties.routes.ts';
import { explorerRoutes } from './explorer/explorer.routes.ts';
import type { ExplorerService } from './explorer/explorer.service.ts';
import { historyRoutes } from './history/history.routes.ts';
import type { HistoryService } from './history/history.service.ts';
import { wireCounterparties, wireExplorer } from './open/beside-results.ts';
import { showcaseRoutes } from './showcase/showcase.routes.ts';
import type { ShowcaseService } from './showcase/showcase.service.ts';
import { announceServer } from './site/announce-server.ts';
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

export interface ChecksNeeds
  extends Pick<ChecksCallsOptions, 'checks' | 'history' | 'suggestions' | 'coverage' | 'userOf' | 'site'> {
  readonly prices: PricesService;
  readonly live: OnDemandReader;
  readonly memory: InMemoryAssets | null;
  readonly showcase: ShowcaseService;
}

const SECOND_MS = 1_000;

/** Opens what is around checks, and what keeps them going on every server. */
export function openChecks(
  { pool, service, config, log, signal }: Context,
  { prices, live, memory, showcase, ...needs }: ChecksNeeds,
): OpenModule {
  const { checks } = needs;
  const version = config.methodVersion;
  const counterparties = wireCounterparties(pool, prices, version);
  let announcing: Repetition | null = null;
  const follow: RegularWork = {
    everyMs: SECOND_MS,
    failure: 'records in memory could not be brought up to date',
    work: async (stopped) => memory?.look(stopped),
  };
  return {
    calls: checksCalls({
      ...needs,
      ...{ counterparties, showcase, recordDownload: downloadRecorder(pool, auditAlone(pool)) },
      explorer: wireExplorer(pool, checks, counterparties, { live, version }),
    }),
    pages: checksPages({ ...config, email: config.operator.supportEmail }),
    regular: [
      {
        everyMs: 5 * SECOND_MS,
        failure: 'interrupted checks could not be looked for',
        work: () => checks.recoverInterrupted(),
      },
      {
        everyMs: SECOND_MS,
        failure: 'checks of a stopped server could not be taken over',
        work: () => checks.takeOver(),
      },
      ...(memory === null ? [] : [follow]),
    ],
    onListening: async () => {
      announcing = announceServer(service, config.publicUrl, { log, signal });
    },
    beforeClose: async () => announcing?.stop(),
    whileClosing: async (graceMs) => {
      await Promise.all([showcase.stop(), checks.close(graceMs, 'hand over')]);
    },
  };
}
