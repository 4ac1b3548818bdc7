import { ASSETS as CATALOGUE, otherNamesOf } from '@assay/domain';

/** With the names to search them by. In a file of its own, so that only those fetch the list who look into it. */
export const ASSETS = /* @__PURE__ */ CATALOGUE.map((asset) => ({ ...asset, ...otherNamesOf(asset) }));
