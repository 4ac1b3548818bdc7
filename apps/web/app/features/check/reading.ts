/** What the address field needs once there is a text in it. */
export { AssetSuggestions } from './asset-suggestions.tsx';
export { ChecksumNote } from './checksum-note.tsx';
export { findAssets, isUnknownFormat } from './find-assets.ts';
export { readTyped } from './read-typed.ts';
