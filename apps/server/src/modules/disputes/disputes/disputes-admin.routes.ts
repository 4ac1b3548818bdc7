import { AdminDisputes, DecideDispute, DisputeEvidence } from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { recordAdminAction } from '../../../platform/http/watch/security-events.ts';
import { callerOf } from '../../../platform/http/who/caller.ts';
import type { DisputesRoutesOptions } from './disputes.routes.ts';

/** Decisions, for administrators only. */
export async function disputesAdminRoutes(app: FastifyInstance, { disputes }: DisputesRoutesOptions): Promise<void> {
  answerCall(app, AdminDisputes, async ({ query }) => disputes.list(query.state, query.page));

  answerCall(app, DisputeEvidence, async ({ params, request, reply }) => {
    const { name, content } = await disputes.evidence(params.id, params.file);
    recordAdminAction(request, 'dispute.evidence.read', params.id);
    return reply
      .type(DisputeEvidence.contentType)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(content);
  });

  answerCall(app, DecideDispute, async ({ params, body, request }) => {
    const decided = await disputes.decide(params.id, { ...body, decidedBy: callerOf(request).sub });
    recordAdminAction(request, 'dispute.decide', params.id);
    return decided;
  });
}
