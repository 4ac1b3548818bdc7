export { exampleChecks, knownExamples } from './known-examples.ts';
export type { ShowcaseExample, ShowcasePorts } from './showcase.ports.ts';
export { showcaseRoutes } from './showcase.routes.ts';
export { buildShowcaseService, type ShowcaseService } from './showcase.service.ts';
