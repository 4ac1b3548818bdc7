import { AdminDisputes, DecideDispute, DisputeEvidence } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requireAdmin } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { recordAdminAction } from '../../../platform/http/security-events.ts';
import type { DisputesRoutesOptions } from './disputes.routes.ts';

/** Decisions, for administrators only. */
export const disputesAdminRoutes: FastifyPluginAsyncZod<DisputesRoutesOptions> = async (app, options) => {
  const { disputes, readsPerMinute } = options;
  const admin = { config: { rateLimit: { max: readsPerMinute } }, preParsing: requireAdmin };

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get(
    AdminDisputes.path,
    {
      schema: {
        summary: 'Disputes that wait for a decision, or were decided',
        tags: ['disputes'],
        querystring: AdminDisputes.query,
        response: { ...AdminDisputes.answers, ...failures(AdminDisputes.errors) },
      },
      ...admin,
    },
    async ({ query }) => ({ data: await disputes.list(query.state, query.page) }),
  );

  app.get(
    DisputeEvidence.path,
    {
      schema: {
        summary: 'A file of evidence, as a download',
        tags: ['disputes'],
        params: DisputeEvidence.params,
        response: failures(DisputeEvidence.errors),
      },
      ...admin,
    },
    async (request, reply) => {
      const { id, file } = request.params;
      const { name, content } = await disputes.evidence(id, file);
      recordAdminAction(request, 'dispute.evidence.read', id);
      return reply
        .type(DisputeEvidence.contentType)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(content);
    },
  );

  app.post(
    DecideDispute.path,
    {
      schema: {
        summary: 'Decide a dispute',
        tags: ['disputes'],
        params: DecideDispute.params,
        body: DecideDispute.body,
        response: { ...DecideDispute.answers, ...failures(DecideDispute.errors) },
      },
      ...admin,
    },
    async (request) => {
      const { body, params } = request;
      const decided = await disputes.decide(params.id, { ...body, decidedBy: callerOf(request).sub });
      recordAdminAction(request, 'dispute.decide', params.id);
      return { data: decided };
    },
  );
};
