export { emptyManifest, type Manifest, ManifestError, readManifest } from './files/manifest.ts';
export { SegmentFileError } from './files/read-parquet.ts';
export { appendSegment, type SegmentAccount, type SegmentTransfer } from './files/segment-writer.ts';
export { type ExposedSegments, exposeSegments } from './pass/expose-segments.ts';
export { PassMemoryError, planPass } from './pass/pass-plan.ts';
export { type Verification, verifySegments } from './verify-segments.ts';
export {
  type FinalUntil,
  SEGMENT_RECORDS,
  SegmentsRefusedError,
  type WriteSummary,
  writeSegments,
} from './write-segments.ts';
