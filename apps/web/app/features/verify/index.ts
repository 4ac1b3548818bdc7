export { type CertificateFacts, readFacts } from './read-facts.ts';
export { VerifyPage } from './verify-page.tsx';
