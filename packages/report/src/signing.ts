// What a server needs of reports while it lays none out: fonts and the writer of PDF are loaded by those who do.
export { PREVIEW_LAYOUT, REPORT_LAYOUT } from './layouts.ts';
export * from './signature/index.ts';
