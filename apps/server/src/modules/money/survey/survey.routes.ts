import { SubmitSurvey, SurveyQuestions, SurveySettings, SurveyStatus } from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { callerOf, requireCaller } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { refuseSecret } from '../../../platform/kernel/pasted-secrets.ts';
import type { SurveyService } from './survey.service.ts';
import type { SurveyFormService } from './survey-form.service.ts';

/** Requests a minute and network. */
export interface SurveyLimits {
  readonly surveySubmitsPerMinute: number;
  readonly surveyEditsPerMinute: number;
}

export const DEFAULT_SURVEY_LIMITS: SurveyLimits = { surveySubmitsPerMinute: 10, surveyEditsPerMinute: 240 };

export interface SurveyRoutesOptions extends SurveyLimits {
  readonly survey: SurveyService;
  readonly form: SurveyFormService;
  readonly readsPerMinute: number;
}

export const surveyRoutes: FastifyPluginAsyncZod<SurveyRoutesOptions> = async (app, options) => {
  const { survey, form } = options;
  const reads = { config: { rateLimit: { max: options.readsPerMinute } }, preParsing: requireCaller };

  app.get(
    SurveyQuestions.path,
    {
      schema: {
        summary: 'What the survey asks',
        tags: ['survey'],
        response: { ...SurveyQuestions.answers, ...failures(SurveyQuestions.errors) },
      },
      ...reads,
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: [...(await form.questions('active'))] };
    },
  );

  app.get(
    SurveyStatus.path,
    {
      schema: {
        summary: 'Whether one has taken the survey',
        tags: ['survey'],
        response: { ...SurveyStatus.answers, ...failures(SurveyStatus.errors) },
      },
      ...reads,
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: { completed: await survey.hasTaken(callerOf(request).sub) } };
    },
  );

  app.get(
    SurveySettings.path,
    {
      schema: {
        summary: 'What the survey is called and gives',
        tags: ['survey'],
        response: { ...SurveySettings.answers, ...failures(SurveySettings.errors) },
      },
      ...reads,
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await form.settings() };
    },
  );

  app.post(
    SubmitSurvey.path,
    {
      schema: {
        summary: 'Take the survey, once',
        description: 'For who has not used a check yet. Again, it changes nothing and is answered the same.',
        tags: ['survey'],
        body: SubmitSurvey.body,
        response: { ...SubmitSurvey.answers, ...failures(SubmitSurvey.errors) },
      },
      config: { rateLimit: { max: options.surveySubmitsPerMinute } },
      preParsing: requireCaller,
    },
    async (request, reply) => {
      const { answers, comment = '' } = request.body;
      for (const text of [comment, ...answers.map(({ freeText }) => freeText ?? '')]) refuseSecret(text);
      await survey.submit(callerOf(request).sub, request.body);
      reply.header('cache-control', 'no-store');
      return { data: { completed: true } };
    },
  );
};
