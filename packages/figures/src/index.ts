export * from './colours.ts';
export * from './donut.ts';
export * from './flow-picture.ts';
export * from './marks.ts';
export * from './micro-text.ts';
export * from './rosette.ts';
export { planRosette, ROSETTE_VERSION, type RosetteBand, type RosettePlan } from './rosette-plan.ts';
export * from './scale.ts';
export * from './stars.ts';
