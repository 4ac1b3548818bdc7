/** No part of the first page: address formats and the list of assets are needed with the first text. */
export const loadReading = () => import('./reading.ts');
