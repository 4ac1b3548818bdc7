export { CoverageSection } from './coverage-section.tsx';
export { Hero } from './hero.tsx';
export { HowItWorks } from './how-it-works.tsx';
export { LandingFooter } from './landing-footer.tsx';
