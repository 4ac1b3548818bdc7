import { type SurveyOption, type SurveyQuestion, type SurveySettingsData, surveyTitle } from '@assay/contracts';
import type { Db } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { KeptSettings, OptionEdit, QuestionEdit, SurveyFormStore } from './survey.ports.ts';

export interface SurveyFormDeps {
  readonly db: Db;
  readonly form: SurveyFormStore;
  readonly clock: { now(): Date };
}

/** The survey's questions and reward, and how administrators change them. */
export interface SurveyFormService {
  questions(which: 'active' | 'all'): Promise<readonly SurveyQuestion[]>;
  settings(): Promise<SurveySettingsData>;
  saveSettings(settings: SurveySettingsData): Promise<SurveySettingsData>;
  /** @throws AppError NotFound */
  saveQuestion(question: QuestionEdit): Promise<SurveyQuestion>;
  /** @throws AppError NotFound */
  saveOption(option: OptionEdit): Promise<SurveyOption>;
  /** @throws AppError NotFound */
  removeQuestion(id: number): Promise<void>;
  /** @throws AppError NotFound */
  removeOption(id: number): Promise<void>;
}

export function buildSurveyFormService({ db, form, clock }: SurveyFormDeps): SurveyFormService {
  return {
    questions: (which) => form.questions(db, which),

    settings: async () => shown(await form.settings(db)),

    async saveSettings({ title, checksReward }) {
      const kept = { title: isShippedTitle(title) ? null : title, checksReward };
      await form.saveSettings(db, kept);
      return shown(kept);
    },

    async saveQuestion(question) {
      const id = await form.saveQuestion(db, question);
      const saved = (await form.questions(db, 'all')).find((entry) => entry.id === id);
      if (saved === undefined) throw new AppError('NotFound');
      return saved;
    },

    async saveOption(option) {
      const saved = await form.saveOption(db, option);
      if (saved === null) throw new AppError('NotFound');
      return saved;
    },

    async removeQuestion(id) {
      if (!(await form.removeQuestion(db, id, clock.now()))) throw new AppError('NotFound');
    },

    async removeOption(id) {
      if (!(await form.removeOption(db, id, clock.now()))) throw new AppError('NotFound');
    },
  };
}

function shown({ title, checksReward }: KeptSettings): SurveySettingsData {
  return { title: title ?? surveyTitle(checksReward), checksReward };
}

/** The shipped title with any number: the editor sends the title back as shown, and the number follows the reward. */
function isShippedTitle(title: string): boolean {
  const number = /\d{1,6}/.exec(title)?.[0];
  return title === '' || title === surveyTitle(Number(number ?? 0));
}
