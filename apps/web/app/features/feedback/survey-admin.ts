import { type SurveyAdminClient, surveyAdminClient } from '@assay/contracts/survey-client';
import { browserClient } from '../../shell/session/browser-client.ts';

type Client = SurveyAdminClient<AbortSignal>;
type Answer<Call extends keyof Client> = Awaited<ReturnType<Client[Call]>>;

export type Question = Answer<'questions'>[number];
export type Option = Question['options'][number];
export type Settings = Answer<'saveSettings'>;
export type Responses = Answer<'responses'>;
export type Tally = Responses['questions'][number];
export type Comments = Responses['comments'];

/** The survey as administrators see it. Browser only. */
export function surveyAdmin(): Client {
  return surveyAdminClient(browserClient());
}
