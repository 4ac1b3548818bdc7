export { LandingPage } from './landing-page.tsx';
export { questionsOf } from './questions.ts';
export { readShowcase } from './read-showcase.ts';
