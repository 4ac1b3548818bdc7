/** Increase when the same result is laid out differently: caches of rendered reports use it in their keys. */
export const REPORT_LAYOUT = 'assay-report/9';

/** Increase when the picture of the same result is drawn differently. */
export const PREVIEW_LAYOUT = 'assay-preview/2';
