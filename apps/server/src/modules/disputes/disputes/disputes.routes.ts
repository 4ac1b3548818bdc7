import {
  AddEvidence,
  AdminDisputes,
  DecideDispute,
  DisputableLabels,
  DisputeEvidence,
  DisputeLog,
  EVIDENCE_BYTES_MAX,
  FileDispute,
  FileServiceDispute,
  NewChallenge,
  OwnDispute,
  ProveControl,
} from '@assay/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { assertWithin } from '../../../platform/http/limits/limiter.ts';
import { networkOf, widerNetworkOf } from '../../../platform/http/limits/rate-limit.ts';
import { recordAdminAction } from '../../../platform/http/watch/security-events.ts';
import { callerOf } from '../../../platform/http/who/caller.ts';
import { mailboxKey } from '../../accounts/index.ts';
import {
  DISPUTES_PER_NETWORK,
  DISPUTES_PER_PERSON,
  DISPUTES_PER_WIDER_NETWORK,
  EVIDENCE_PER_NETWORK,
  MAILED_DISPUTES_PER_MAILBOX,
} from './disputes.policy.ts';
import type { DisputesService } from './disputes.service.ts';
import type { Filing } from './file-dispute.ts';

export interface DisputesRoutesOptions {
  readonly disputes: DisputesService;
}

/** Base64 of the largest file, and its name. */
const EVIDENCE_BODY_BYTES = Math.ceil(EVIDENCE_BYTES_MAX / 3) * 4 + 4_096;

/** Filing a dispute and reading the public log: for everybody, with or without an account. */
export async function disputesRoutes(app: FastifyInstance, { disputes }: DisputesRoutesOptions): Promise<void> {
  answerCall(app, DisputableLabels, async ({ query }) => disputes.labelsOf(query), { isStorable: true });

  /** Who files a dispute, and what counts it. */
  const filingOf = (request: FastifyRequest, email: string): Filing => {
    const { caller } = request;
    const admit = async () => {
      await assertWithin(app.limiter, DISPUTES_PER_WIDER_NETWORK, widerNetworkOf(request));
      await assertWithin(app.limiter, DISPUTES_PER_NETWORK, networkOf(request));
      if (caller) await assertWithin(app.limiter, DISPUTES_PER_PERSON, caller.sub);
      const mailbox = mailboxKey(email);
      if (caller && mailboxKey(caller.email) === mailbox) return { isMailed: true };
      const { isExceeded } = await app.limiter.hit(MAILED_DISPUTES_PER_MAILBOX, mailbox);
      return { isMailed: !isExceeded };
    };
    return { sub: caller?.sub ?? null, admit };
  };

  answerCall(app, FileDispute, async ({ body, request }) => disputes.file(body, filingOf(request, body.email)));
  answerCall(app, FileServiceDispute, async ({ body, request }) =>
    disputes.fileOfService(body, filingOf(request, body.email)),
  );

  answerCall(app, DisputeLog, async ({ query }) => disputes.log(query.page, query.dispute), { isStorable: true });

  answerCall(
    app,
    AddEvidence,
    async ({ params, body, request }) => {
      await assertWithin(app.limiter, EVIDENCE_PER_NETWORK, networkOf(request));
      return disputes.addEvidence(params.key, body);
    },
    { bodyLimit: EVIDENCE_BODY_BYTES },
  );

  answerCall(app, NewChallenge, async ({ params }) => disputes.challenge(params.key));
  answerCall(app, ProveControl, async ({ params, body }) => disputes.prove(params.key, body));
  answerCall(app, OwnDispute, async ({ params }) => disputes.own(params.key));
}

/** Decisions, for administrators only. */
export async function disputesAdminRoutes(app: FastifyInstance, { disputes }: DisputesRoutesOptions): Promise<void> {
  answerCall(app, AdminDisputes, async ({ query: { state, page, alike } }) =>
    state === 'decided' ? disputes.decided(page) : disputes.waiting(page, alike ?? null),
  );

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
