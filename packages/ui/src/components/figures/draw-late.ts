/** In a file of its own, so that no page waits for what only draws. */
export { engraveRosette } from '@assay/figures';
