/** The calls of the survey, apart from the client so that no first page carries them. */
import { listOf } from './answer.ts';
import type { OptionBody } from './survey/edit-option.ts';
import type { QuestionBody } from './survey/edit-question.ts';
import type { SurveyExportData } from './survey/export.ts';
import type { SurveyQuestionsData } from './survey/questions.ts';
import type { SurveyResponsesData } from './survey/responses.ts';
import type { SurveySettingsBody, SurveySettingsData } from './survey/settings.ts';
import type { SurveyStatusData } from './survey/status.ts';
import type { SurveySubmission } from './survey/submit.ts';
import { isObject, unexpectedAnswer } from './wire/api-error.ts';

export * from './survey/survey-texts.ts';

interface CallOptions<Signal> {
  readonly signal?: Signal;
}

/** The part of the client that the survey needs. */
export interface Sender<Signal> {
  readonly send: (method: string, path: string, body?: unknown, options?: CallOptions<Signal>) => Promise<unknown>;
}

/** What a user's popup asks. */
export interface SurveyClient<Signal> {
  /** GET /survey/questions. */
  questions(options?: CallOptions<Signal>): Promise<SurveyQuestionsData>;
  /** GET /survey/settings. */
  settings(options?: CallOptions<Signal>): Promise<SurveySettingsData>;
  /** GET /survey/status. */
  status(options?: CallOptions<Signal>): Promise<SurveyStatusData>;
  /** POST /survey/submit. */
  submit(submission: SurveySubmission, options?: CallOptions<Signal>): Promise<void>;
}

/** What administrators ask. */
export interface SurveyAdminClient<Signal> {
  /** GET /survey/admin/questions. */
  questions(options?: CallOptions<Signal>): Promise<SurveyQuestionsData>;
  /** POST /survey/admin/question/upsert. */
  upsertQuestion(question: QuestionBody): Promise<void>;
  /** POST /survey/admin/question/delete. */
  deleteQuestion(id: number): Promise<void>;
  /** POST /survey/admin/option/upsert. */
  upsertOption(option: OptionBody): Promise<void>;
  /** POST /survey/admin/option/delete. */
  deleteOption(id: number): Promise<void>;
  /** PATCH /survey/admin/settings. */
  saveSettings(settings: SurveySettingsBody): Promise<SurveySettingsData>;
  /** GET /survey/admin/responses. */
  responses(page: number, options?: CallOptions<Signal>): Promise<SurveyResponsesData>;
  /** GET /survey/admin/export. */
  exportAll(): Promise<SurveyExportData>;
}

/**
 * The survey as its users see it, over any client.
 *
 * @example
 * const { completed } = await surveyClient(client).status();
 */
export function surveyClient<Signal>({ send }: Sender<Signal>): SurveyClient<Signal> {
  return {
    questions: async (options) => listOf(await send('GET', '/survey/questions', undefined, options)),
    settings: async (options) => settingsOf(await send('GET', '/survey/settings', undefined, options)),
    async status(options) {
      const data = await send('GET', '/survey/status', undefined, options);
      if (!isObject(data) || !('completed' in data)) throw unexpectedAnswer(200);
      return data as SurveyStatusData;
    },
    async submit(submission, options) {
      await send('POST', '/survey/submit', submission, options);
    },
  };
}

/** The survey as its administrators see it. */
export function surveyAdminClient<Signal>({ send }: Sender<Signal>): SurveyAdminClient<Signal> {
  return {
    questions: async (options) => listOf(await send('GET', '/survey/admin/questions', undefined, options)),
    async upsertQuestion(question) {
      await send('POST', '/survey/admin/question/upsert', question);
    },
    async deleteQuestion(id) {
      await send('POST', `/survey/admin/question/delete?id=${id}`, undefined);
    },
    async upsertOption(option) {
      await send('POST', '/survey/admin/option/upsert', option);
    },
    async deleteOption(id) {
      await send('POST', `/survey/admin/option/delete?id=${id}`, undefined);
    },
    saveSettings: async (settings) => settingsOf(await send('PATCH', '/survey/admin/settings', settings)),
    async responses(page, options) {
      const data = await send('GET', `/survey/admin/responses?page=${page}`, undefined, options);
      if (!isObject(data) || !('comments' in data)) throw unexpectedAnswer(200);
      return data as unknown as SurveyResponsesData;
    },
    exportAll: async () => listOf(await send('GET', '/survey/admin/export', undefined)),
  };
}

function settingsOf(data: unknown): SurveySettingsData {
  if (!isObject(data) || !('title' in data && 'checksReward' in data)) throw unexpectedAnswer(200);
  return data as unknown as SurveySettingsData;
}
