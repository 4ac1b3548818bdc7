export { answerDisputeForm } from './answer-dispute-form.ts';
export { DisputeFormPage } from './dispute-form-page.tsx';
export { DisputeLogPage } from './dispute-log-page.tsx';
export { OwnDisputePage } from './own-dispute-page.tsx';
