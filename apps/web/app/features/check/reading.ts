/** What the address field needs once there is a text in it. */
export { findAssets } from './find-assets.ts';
export { readTyped } from './read-typed.ts';
