import { Coverage, SiteBuildCall } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import type { CoverageService } from './coverage.service.ts';
import type { SiteBuildPort } from './site.ports.ts';

export interface SiteRoutesOptions {
  readonly coverage: CoverageService;
  readonly site: SiteBuildPort;
}

/** Calls about this installation: the build of its site, and what it holds. */
export async function siteRoutes(app: FastifyInstance, { coverage, site }: SiteRoutesOptions): Promise<void> {
  answerCall(app, SiteBuildCall, async () => ({ buildId: await site.buildId() }));
  answerCall(app, Coverage, async ({ query }) => coverage.coverage(query.page, query.conflicts), { isStorable: true });
}
