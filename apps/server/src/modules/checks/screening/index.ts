export { accountRows } from './account-rows.ts';
export { excessOf, LIST_COLUMNS, ListError, type ListLayout, layoutOf } from './list-layout.ts';
export { type AddressRow, measureList, readAddresses } from './read-addresses.ts';
export { openResults, type ResultFile, ResultFileError, streamResults } from './result-file.ts';
export { resultCells } from './result-line.ts';
export { RowFailedError, type ScreenRequest, type ScreenSummary, screenFile } from './screen-file.ts';
export { labelsText, screenedOf, sharesText } from './screened-of.ts';
export type { ResultCells, ScreenPort } from './screening.ports.ts';
