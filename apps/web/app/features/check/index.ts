export { answerCheckForm } from './answer-check-form.ts';
export { answerChoicesForm } from './answer-choices-form.ts';
export { ChoicesWithoutScript } from './choices-without-script.tsx';
export { readChoices } from './read-choices.ts';
export { SearchPanel } from './search-panel.tsx';
export type { CheckableAsset } from './search-state.ts';
