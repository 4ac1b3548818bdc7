export { GlobalSurvey } from './global-survey.tsx';
