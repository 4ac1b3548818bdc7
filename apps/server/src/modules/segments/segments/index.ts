export { emptyManifest, type Manifest, ManifestError, manifestDigest, readManifest } from './files/manifest.ts';
export { SegmentFileError } from './files/read-parquet.ts';
export { appendSegment, type SegmentAccount, type SegmentTransfer } from './files/segment-writer.ts';
export { type ExposedSegments, exposeSegments } from './pass/expose-segments.ts';
export { PassMemoryError, planPass } from './pass/pass-plan.ts';
export { type Verification, verifySegments } from './verify-segments.ts';
export { prepareWalks, type WalkLabels } from './walk/prepare-walks.ts';
export { SegmentStore } from './walk/segment-store.ts';
export type { WalkFiles } from './walk/walk-files.ts';
export { planWalks } from './walk/walk-plan.ts';
export { WorkFolderError } from './work-folder.ts';
export {
  type FinalUntil,
  requireSameRecords,
  SEGMENT_RECORDS,
  SegmentsRefusedError,
  type WriteSummary,
  writeSegments,
} from './write-segments.ts';
