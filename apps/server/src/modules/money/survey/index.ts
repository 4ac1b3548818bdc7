export { surveyPart } from './account-part.store.ts';
export { buildFeedbackService, type FeedbackService } from './feedback.service.ts';
export type {} from './survey.ports.ts';
export { DEFAULT_SURVEY_LIMITS, type SurveyLimits, surveyRoutes } from './survey.routes.ts';
export { buildSurveyService, type SurveyService } from './survey.service.ts';
export { buildSurveyFormService, type SurveyFormService } from './survey-form.service.ts';
export { surveyFormStore } from './survey-form.store.ts';
export { surveyResponseStore } from './survey-responses.store.ts';
