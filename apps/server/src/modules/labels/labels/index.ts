export { carriedLabels, carriedPart } from './carried-labels.ts';
export { contractMark } from './contracts.store.ts';
export { deriveSink } from './derive-sink.store.ts';
export { describeLabels } from './describe-labels.ts';
export { firstLabelImport } from './first-import.store.ts';
export { approveHeldLabels, type HeldLabels, heldLabels } from './held-labels.store.ts';
export { CUT_IMPORT_DAYS, type ImportLabelsReport, importLabels, importWithHold } from './import-labels.ts';
export type { ImportLabelsHooks, LabelRejection } from './import-request.ts';
export { KnownLabels, type KnownLabelsAt, type LabelReader } from './known-labels.ts';
export { type GivenLabelChange, givenLabelChanges } from './label-changes.store.ts';
export { type LabelConflicts, labelConflicts } from './label-conflicts.store.ts';
export { type HoldReason, type LabelDiff, MOST_WITHDRAWN } from './label-diff.ts';
export { isLabelFormat, LABEL_FORMAT_IDS, LABEL_FORMATS } from './label-formats.ts';
export { LABEL_IMPORT_QUEUE, labelImportJob, workLabelImports } from './label-jobs.ts';
export { type LabelSetRow, listLabelSets } from './label-sets.store.ts';
export { discardLabelImport, type UnfinishedLabelImport, unfinishedLabelImports } from './label-stage.store.ts';
export { countLabels, type LabelCounts } from './label-stats.store.ts';
export { type LabelUpdateState, listLabelUpdates } from './label-updates.store.ts';
export {
  givenLabelVersion,
  labelledNetworks,
  labelSetState,
  labelSetVersion,
  labelsElsewhere,
  labelsEverywhere,
  labelsOf,
} from './labels.store.ts';
export { type ListAge, listAges } from './list-ages.ts';
export { labelsOfNames, type NamedLabel } from './named-labels.store.ts';
export { publishedLabels } from './published-labels.ts';
export { type PublisherContents, publisherContents } from './publisher-contents.ts';
export { PUBLISHERS, type Publisher } from './publishers.ts';
export { type LabelUpdateSettings, scheduleLabelUpdates } from './scheduled-updates.ts';
export { factsOfSet, type SetFacts } from './set-facts.ts';
export { importStarterLabels, STARTER_LABELS_DIR } from './starter-labels.ts';
export { updateLabels } from './update-labels.ts';
export { type LabelStatement, type StatedLabel, statedLabels, withdrawLabel } from './withdrawn-labels.store.ts';
