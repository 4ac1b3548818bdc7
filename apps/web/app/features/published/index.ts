export { LegalPage, legalPage } from './legal-page.tsx';
export { TextPage } from './text-page.tsx';
