export { openResults, ResultFileError } from './result-file.ts';
export { type ScreenRequest, type ScreenSummary, screenFile } from './screen-file.ts';
export { screenedOf } from './screened-of.ts';
export type { ScreenedAddress, ScreenPort } from './screening.ports.ts';
