import { z } from 'zod';
import type { Contract } from '../wire/contract.ts';
import { success } from '../wire/envelope.ts';
import { words } from './question.ts';
import { SURVEY_REWARD_MAX, SURVEY_TITLE_MAX } from './survey-texts.ts';

/** What the popup says and gives (row ENT-15). */
export const SurveySettingsData = z
  .object({ title: z.string(), checksReward: z.number().int().nonnegative() })
  .meta({ id: 'SurveySettings' });
export type SurveySettingsData = z.infer<typeof SurveySettingsData>;

/** GET /survey/settings (row API-27). */
export const SurveySettings = {
  method: 'GET',
  path: '/survey/settings',
  summary: 'What the survey is called and gives',
  tag: 'survey',
  limit: 'reads',
  answers: { 200: success(SurveySettingsData) },
} as const satisfies Contract;

export const SurveySettingsBody = z
  .object({
    /** Empty, or the shipped title whatever its number: the shipped title, which follows the reward (GAP-54). */
    title: words(0, SURVEY_TITLE_MAX),
    checksReward: z.number().int().min(0).max(SURVEY_REWARD_MAX),
  })
  .meta({ examples: [{ title: '', checksReward: 1 }] });

/** PATCH /survey/admin/settings (row API-34): answers the settings now in force. */
export const SaveSurveySettings = {
  method: 'PATCH',
  path: '/survey/admin/settings',
  summary: 'Change the popup’s title and the reward',
  tag: 'survey',
  limit: 'surveyEdits',
  needs: { admin: true },
  body: SurveySettingsBody,
  answers: { 200: success(SurveySettingsData) },
} as const satisfies Contract;
