export { answerPlannedForm } from './answer-planned-form.ts';
export { PlannedPage } from './planned-page.tsx';
