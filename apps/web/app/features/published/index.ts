export { LegalPage, legalPage } from './legal-page.tsx';
export { type PublishedPage, TextPage } from './text-page.tsx';
