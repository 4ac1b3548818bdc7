export { type Manifest, ManifestError, readManifest } from './files/manifest.ts';
export { type Verification, verifySegments } from './verify-segments.ts';
export {
  type FinalUntil,
  SEGMENT_RECORDS,
  SegmentsRefusedError,
  type WriteSummary,
  writeSegments,
} from './write-segments.ts';
