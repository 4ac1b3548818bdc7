import {
  AddEvidence,
  DisputableLabels,
  DisputeLog,
  EVIDENCE_BYTES_MAX,
  FileDispute,
  NewChallenge,
  OwnDispute,
  ProveControl,
} from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { failures } from '../../../platform/http/failures.ts';
import { assertWithin } from '../../../platform/http/limiter.ts';
import { networkOf, widerNetworkOf } from '../../../platform/http/rate-limit.ts';
import { mailboxKey } from '../../accounts/auth/index.ts';
import {
  DISPUTES_PER_NETWORK,
  DISPUTES_PER_PERSON,
  DISPUTES_PER_WIDER_NETWORK,
  EVIDENCE_PER_NETWORK,
  MAILED_DISPUTES_PER_MAILBOX,
} from './disputes.policy.ts';
import type { DisputesService } from './disputes.service.ts';

export interface DisputesRoutesOptions {
  readonly disputes: DisputesService;
  readonly readsPerMinute: number;
}

/** Also those that are refused, each of which reads the labels of an address. */
const FILINGS_PER_MINUTE = 20;
/** Base64 of the largest file, and its name. */
const EVIDENCE_BODY_BYTES = Math.ceil(EVIDENCE_BYTES_MAX / 3) * 4 + 4_096;

/** Filing a dispute and reading the public log: for everybody, with or without an account. */
export const disputesRoutes: FastifyPluginAsyncZod<DisputesRoutesOptions> = async (app, options) => {
  const { disputes } = options;
  const config = { rateLimit: { max: options.readsPerMinute } };

  app.get(
    DisputableLabels.path,
    {
      schema: {
        summary: 'Labels of an address that a dispute can name',
        tags: ['disputes'],
        querystring: DisputableLabels.query,
        response: { ...DisputableLabels.answers, ...failures(DisputableLabels.errors) },
      },
      config,
    },
    async ({ query }) => ({ data: await disputes.labelsOf(query) }),
  );

  app.post(
    FileDispute.path,
    {
      schema: {
        summary: 'Dispute labels of an address',
        tags: ['disputes'],
        body: FileDispute.body,
        response: { ...FileDispute.answers, ...failures(FileDispute.errors) },
      },
      config: { rateLimit: { max: FILINGS_PER_MINUTE } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { body, caller } = request;
      const admit = async () => {
        await assertWithin(app.limiter, DISPUTES_PER_WIDER_NETWORK, widerNetworkOf(request));
        await assertWithin(app.limiter, DISPUTES_PER_NETWORK, networkOf(request));
        if (caller) await assertWithin(app.limiter, DISPUTES_PER_PERSON, caller.sub);
        const mailbox = mailboxKey(body.email);
        if (caller && mailboxKey(caller.email) === mailbox) return { isMailed: true };
        const { isExceeded } = await app.limiter.hit(MAILED_DISPUTES_PER_MAILBOX, mailbox);
        return { isMailed: !isExceeded };
      };
      return { data: await disputes.file(body, caller?.sub ?? null, admit) };
    },
  );

  app.get(
    DisputeLog.path,
    {
      schema: {
        summary: 'Decisions on disputes, the public log',
        tags: ['disputes'],
        querystring: DisputeLog.query,
        response: { ...DisputeLog.answers, ...failures(DisputeLog.errors) },
      },
      config,
    },
    async ({ query }) => ({ data: await disputes.log(query.page, query.dispute) }),
  );

  app.post(
    AddEvidence.path,
    {
      schema: {
        summary: 'Add a file to a dispute that is open',
        tags: ['disputes'],
        params: AddEvidence.params,
        body: AddEvidence.body,
        response: { ...AddEvidence.answers, ...failures(AddEvidence.errors) },
      },
      bodyLimit: EVIDENCE_BODY_BYTES,
      config: { rateLimit: { max: FILINGS_PER_MINUTE } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      await assertWithin(app.limiter, EVIDENCE_PER_NETWORK, networkOf(request));
      return { data: await disputes.addEvidence(request.params.key, request.body) };
    },
  );

  app.post(
    NewChallenge.path,
    {
      schema: {
        summary: 'A text to sign, which shows control of the disputed address',
        tags: ['disputes'],
        params: NewChallenge.params,
        response: { ...NewChallenge.answers, ...failures(NewChallenge.errors) },
      },
      config: { rateLimit: { max: FILINGS_PER_MINUTE } },
    },
    async ({ params }, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await disputes.challenge(params.key) };
    },
  );

  app.post(
    ProveControl.path,
    {
      schema: {
        summary: 'The signature of a text that was given to sign',
        tags: ['disputes'],
        params: ProveControl.params,
        body: ProveControl.body,
        response: { ...ProveControl.answers, ...failures(ProveControl.errors) },
      },
      config: { rateLimit: { max: FILINGS_PER_MINUTE } },
    },
    async ({ params, body }, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await disputes.prove(params.key, body) };
    },
  );

  app.get(
    OwnDispute.path,
    {
      schema: {
        summary: 'A dispute, for the person who filed it',
        tags: ['disputes'],
        params: OwnDispute.params,
        response: { ...OwnDispute.answers, ...failures(OwnDispute.errors) },
      },
      config,
    },
    async ({ params }, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await disputes.own(params.key) };
    },
  );
};
