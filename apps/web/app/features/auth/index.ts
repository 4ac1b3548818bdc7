export { answerAuthForm } from './answer-auth-form.ts';
export { answerConfirmForm } from './answer-confirm-form.ts';
export { CheckEmailPage } from './check-email.tsx';
export { ConfirmPage } from './confirm-page.tsx';
export { lookAtLink } from './confirm-state.ts';
export { LoginPage } from './login-form.tsx';
export { OrderedCheck } from './ordered-check.tsx';
export { RegisterPage } from './register-form.tsx';
