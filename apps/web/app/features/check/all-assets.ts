/** In a file of its own, so that only those fetch the list who look into it. */
export { ASSETS } from '@assay/domain';
