import { Readable } from 'node:stream';
import { SurveyExport, SurveyResponses } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireAdmin } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { requireStepUp } from '../../../platform/http/step-up.ts';
import type { FeedbackService } from './feedback.service.ts';

export interface FeedbackRoutesOptions {
  readonly feedback: FeedbackService;
  readonly readsPerMinute: number;
  readonly exportsPerMinute: number;
}

/** Survey answers, for administrators only. */
export const feedbackRoutes: FastifyPluginAsyncZod<FeedbackRoutesOptions> = async (app, options) => {
  const { feedback } = options;

  app.get(
    SurveyResponses.path,
    {
      schema: {
        summary: 'Counts, shares and comments of the survey',
        tags: ['survey'],
        querystring: SurveyResponses.query,
        response: { ...SurveyResponses.answers, ...failures(SurveyResponses.errors) },
      },
      config: { rateLimit: { max: options.readsPerMinute } },
      preParsing: requireAdmin,
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await feedback.read(request.query.page) };
    },
  );

  app.get(
    SurveyExport.path,
    {
      schema: {
        summary: 'Every submission as flat records',
        tags: ['survey'],
        response: failures(SurveyExport.errors),
      },
      config: { rateLimit: { max: options.exportsPerMinute } },
      preParsing: [requireAdmin, requireStepUp],
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('content-type', 'application/json; charset=utf-8');
      return reply.send(Readable.from(jsonOf(feedback), { objectMode: false }));
    },
  );
};

/** Streams the answer in parts, so that memory does not grow with the number of submissions. */
async function* jsonOf(feedback: FeedbackService): AsyncGenerator<string> {
  let before = '{"data":[';
  for await (const records of feedback.records()) {
    yield before + records.map((record) => JSON.stringify(record)).join(',');
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}
