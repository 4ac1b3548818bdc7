export { answerCheckForm } from './answer-check-form.ts';
export { ChoicesWithoutScript } from './choices-without-script.tsx';
export { readChoices } from './read-choices.ts';
export { SearchPanel } from './search-panel.tsx';
export type { CheckableAsset } from './search-state.ts';
