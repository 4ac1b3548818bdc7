export { loadResult } from './load-result.ts';
export { ResultPage } from './result-page.tsx';
export { SaidVerdict } from './said-verdict.tsx';
export { useCheckState } from './use-check-state.ts';
export { useIsFresh } from './use-is-fresh.ts';
