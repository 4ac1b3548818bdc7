import {
  DeleteOption,
  DeleteQuestion,
  SaveSurveySettings,
  SurveyAdminQuestions,
  UpsertOption,
  UpsertQuestion,
} from '@assay/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireAdmin } from '../../../platform/http/caller.ts';
import { failures } from '../../../platform/http/failures.ts';
import { recordAdminAction } from '../../../platform/http/security-events.ts';
import type { SurveyFormService } from './survey-form.service.ts';

export interface SurveyAdminRoutesOptions {
  readonly form: SurveyFormService;
  readonly surveyEditsPerMinute: number;
}

/** The editor of the survey, for administrators only. */
export const surveyAdminRoutes: FastifyPluginAsyncZod<SurveyAdminRoutesOptions> = async (app, options) => {
  const { form } = options;
  const shared = { config: { rateLimit: { max: options.surveyEditsPerMinute } }, preParsing: requireAdmin };
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get(
    SurveyAdminQuestions.path,
    {
      schema: {
        summary: 'Every question of the survey, inactive ones too',
        tags: ['survey'],
        response: { ...SurveyAdminQuestions.answers, ...failures(SurveyAdminQuestions.errors) },
      },
      ...shared,
    },
    async () => ({ data: [...(await form.questions('all'))] }),
  );

  app.post(
    UpsertQuestion.path,
    {
      schema: {
        summary: 'Add or change a question',
        tags: ['survey'],
        body: UpsertQuestion.body,
        response: { ...UpsertQuestion.answers, ...failures(UpsertQuestion.errors) },
      },
      ...shared,
    },
    async (request) => {
      const data = await form.saveQuestion({ ...request.body, id: request.body.id ?? null });
      recordAdminAction(request, 'survey.question.save', data.id);
      return { data };
    },
  );

  app.post(
    DeleteQuestion.path,
    {
      schema: {
        summary: 'Remove a question; answers that were given stay',
        tags: ['survey'],
        querystring: DeleteQuestion.query,
        response: { ...DeleteQuestion.answers, ...failures(DeleteQuestion.errors) },
      },
      ...shared,
    },
    async (request) => {
      await form.removeQuestion(request.query.id);
      recordAdminAction(request, 'survey.question.delete', request.query.id);
      return { data: { removed: true as const } };
    },
  );

  app.post(
    UpsertOption.path,
    {
      schema: {
        summary: 'Add or change an option',
        tags: ['survey'],
        body: UpsertOption.body,
        response: { ...UpsertOption.answers, ...failures(UpsertOption.errors) },
      },
      ...shared,
    },
    async (request) => {
      const data = await form.saveOption({ ...request.body, id: request.body.id ?? null });
      recordAdminAction(request, 'survey.option.save', data.id);
      return { data };
    },
  );

  app.post(
    DeleteOption.path,
    {
      schema: {
        summary: 'Remove an option; answers that were given stay',
        tags: ['survey'],
        querystring: DeleteOption.query,
        response: { ...DeleteOption.answers, ...failures(DeleteOption.errors) },
      },
      ...shared,
    },
    async (request) => {
      await form.removeOption(request.query.id);
      recordAdminAction(request, 'survey.option.delete', request.query.id);
      return { data: { removed: true as const } };
    },
  );

  app.patch(
    SaveSurveySettings.path,
    {
      schema: {
        summary: 'Change the popup’s title and the reward',
        tags: ['survey'],
        body: SaveSurveySettings.body,
        response: { ...SaveSurveySettings.answers, ...failures(SaveSurveySettings.errors) },
      },
      ...shared,
    },
    async (request) => {
      const data = await form.saveSettings(request.body);
      recordAdminAction(request, 'survey.settings.save', null);
      return { data };
    },
  );
};
