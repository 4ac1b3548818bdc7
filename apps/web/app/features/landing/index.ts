export { LandingPage } from './landing-page.tsx';
export { QUESTIONS } from './questions.ts';
export { readShowcase } from './read-showcase.ts';
