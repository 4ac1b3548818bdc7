import { Readable } from 'node:stream';
import {
  DeleteOption,
  DeleteQuestion,
  SaveSurveySettings,
  SubmitSurvey,
  SurveyAdminQuestions,
  SurveyExport,
  SurveyQuestions,
  SurveyResponses,
  SurveySettings,
  SurveyStatus,
  UpsertOption,
  UpsertQuestion,
} from '@assay/contracts';
import type { FastifyInstance } from 'fastify';
import { answerCall } from '../../../platform/http/answer-call.ts';
import { recordAdminAction } from '../../../platform/http/watch/security-events.ts';
import { callerOf } from '../../../platform/http/who/caller.ts';
import { refuseSecret } from '../../../platform/kernel/text/pasted-secrets.ts';
import type { FeedbackService } from './feedback.service.ts';
import type { SurveyService } from './survey.service.ts';
import type { SurveyFormService } from './survey-form.service.ts';

export interface SurveyRoutesOptions {
  readonly survey: SurveyService;
  readonly form: SurveyFormService;
  readonly feedback: FeedbackService;
}

/** Calls about the survey; its editor and its answers are for administrators. */
export async function surveyRoutes(app: FastifyInstance, options: SurveyRoutesOptions): Promise<void> {
  const { survey, form, feedback } = options;

  answerCall(app, SurveyQuestions, async () => [...(await form.questions('active'))]);

  answerCall(app, SurveyStatus, async ({ request }) => ({
    completed: await survey.hasTaken(callerOf(request).sub),
  }));

  answerCall(app, SurveySettings, () => form.settings());

  answerCall(app, SubmitSurvey, async ({ body, request }) => {
    const { answers, comment = '' } = body;
    for (const text of [comment, ...answers.map(({ freeText }) => freeText ?? '')]) refuseSecret(text);
    await survey.submit(callerOf(request).sub, body);
    return { completed: true };
  });

  answerCall(app, SurveyAdminQuestions, async () => [...(await form.questions('all'))]);

  answerCall(app, UpsertQuestion, async ({ body, request }) => {
    const data = await form.saveQuestion({ ...body, id: body.id ?? null });
    recordAdminAction(request, 'survey.question.save', data.id);
    return data;
  });

  answerCall(app, DeleteQuestion, async ({ query, request }) => {
    await form.removeQuestion(query.id);
    recordAdminAction(request, 'survey.question.delete', query.id);
    return { removed: true as const };
  });

  answerCall(app, UpsertOption, async ({ body, request }) => {
    const data = await form.saveOption({ ...body, id: body.id ?? null });
    recordAdminAction(request, 'survey.option.save', data.id);
    return data;
  });

  answerCall(app, DeleteOption, async ({ query, request }) => {
    await form.removeOption(query.id);
    recordAdminAction(request, 'survey.option.delete', query.id);
    return { removed: true as const };
  });

  answerCall(app, SaveSurveySettings, async ({ body, request }) => {
    const data = await form.saveSettings(body);
    recordAdminAction(request, 'survey.settings.save', null);
    return data;
  });

  answerCall(app, SurveyResponses, ({ query }) => feedback.read(query.page));

  answerCall(app, SurveyExport, async ({ reply }) => {
    reply.header('content-type', 'application/json; charset=utf-8');
    return reply.send(Readable.from(jsonOf(feedback), { objectMode: false }));
  });
}

/** Streams the answer in parts, so that memory does not grow with the number of submissions. */
async function* jsonOf(feedback: FeedbackService): AsyncGenerator<string> {
  let before = '{"data":[';
  for await (const records of feedback.records()) {
    yield before + records.map((record) => JSON.stringify(record)).join(',');
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}
