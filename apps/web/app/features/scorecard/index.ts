export { ScorecardPage } from './scorecard-page.tsx';
