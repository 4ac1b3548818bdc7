export { fillText } from './fill-text.ts';
export { LEGAL_DATE, LegalPage, legalPage } from './legal-page.tsx';
export { TextPage } from './text-page.tsx';
