import { type SurveyOption, type SurveyQuestion, type SurveySettingsData, surveyTitle } from '@assay/contracts';
import { type Audit, type AuditEntry, currentAct } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Transaction } from '../../../platform/db/transactions.ts';
import { AppError } from '../../../platform/kernel/app-error.ts';
import type { Clock } from '../../../platform/kernel/time/clock.ts';
import type { KeptSettings, OptionEdit, QuestionEdit, SurveyFormStore } from './survey.ports.ts';

export interface SurveyFormDeps {
  readonly db: Db;
  readonly transaction: Transaction;
  readonly audit: Audit;
  readonly form: SurveyFormStore;
  readonly clock: Clock;
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

export function buildSurveyFormService({ db, transaction, audit, form, clock }: SurveyFormDeps): SurveyFormService {
  return {
    questions: (which) => form.questions(db, which),

    settings: async () => shown(await form.settings(db)),

    async saveSettings({ title, checksReward }) {
      const kept = { title: isShippedTitle(title) ? null : title, checksReward };
      await transaction(async (tx) => {
        await form.saveSettings(tx, kept);
        await audit(tx, changeOf('settings', null));
      });
      return shown(kept);
    },

    async saveQuestion(question) {
      return transaction(async (tx) => {
        const id = await form.saveQuestion(tx, question);
        const saved = (await form.questions(tx, 'all')).find((entry) => entry.id === id);
        if (saved === undefined) throw new AppError('NotFound');
        await audit(tx, changeOf('question', saved.id));
        return saved;
      });
    },

    async saveOption(option) {
      return transaction(async (tx) => {
        const saved = await form.saveOption(tx, option);
        if (saved === null) throw new AppError('NotFound');
        await audit(tx, changeOf('option', saved.id));
        return saved;
      });
    },

    async removeQuestion(id) {
      await transaction(async (tx) => {
        if (!(await form.removeQuestion(tx, id, clock.now()))) throw new AppError('NotFound');
        await audit(tx, changeOf('question', id));
      });
    },

    async removeOption(id) {
      await transaction(async (tx) => {
        if (!(await form.removeOption(tx, id, clock.now()))) throw new AppError('NotFound');
        await audit(tx, changeOf('option', id));
      });
    },
  };
}

function changeOf(what: 'settings' | 'question' | 'option', id: number | null): AuditEntry {
  const target = { kind: `survey_${what}`, id: String(id ?? 1) };
  return { ...currentAct(), workspace: null, action: 'survey.change', target, text: null };
}

function shown({ title, checksReward }: KeptSettings): SurveySettingsData {
  return { title: title ?? surveyTitle(checksReward), checksReward };
}

/** The shipped title with any number: the editor sends the title back as shown, and the number follows the reward. */
function isShippedTitle(title: string): boolean {
  const number = /\d{1,6}/.exec(title)?.[0];
  return title === '' || title === surveyTitle(Number(number ?? 0));
}
