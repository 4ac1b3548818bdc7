import { Coverage, SiteBuildCall } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { answerCall } from '../../../platform/http/answer-call.ts';
import type { CoverageService } from './coverage.service.ts';
import {
  SECURITY_POLICY_PATH,
  SECURITY_TXT_PATH,
  type SecurityContact,
  securityPolicy,
  securityTxt,
} from './security-txt.ts';
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

export interface SecurityTxtRoutesOptions {
  readonly contact: SecurityContact;
  readonly readsPerMinute: number;
}

/** The contact for security reports, at the path of RFC 9116. */
export const securityTxtRoutes: FastifyPluginAsyncZod<SecurityTxtRoutesOptions> = async (app, options) => {
  const texts = {
    [SECURITY_TXT_PATH]: () => securityTxt(options.contact, new Date()),
    [SECURITY_POLICY_PATH]: () => securityPolicy(options.contact),
  };
  for (const [path, textOf] of Object.entries(texts)) {
    const config = { rateLimit: { max: options.readsPerMinute } };
    app.get(path, { schema: { hide: true }, config }, async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600').header('access-control-allow-origin', '*');
      return reply.type('text/plain; charset=utf-8').send(textOf());
    });
  }
};
