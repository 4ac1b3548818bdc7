export { CoverageSection } from './coverage-section.tsx';
export { Hero } from './hero.tsx';
export { HowItWorks } from './how-it-works.tsx';
export { knownExamples } from './known-examples.ts';
export { LandingFooter } from './landing-footer.tsx';
