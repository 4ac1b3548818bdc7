export { buildEntitiesService, type EntitiesService, type WithdrawnOfNames } from './entities/entities.service.ts';
export { entitiesStore } from './entities/entities.store.ts';
export { readEntityFacts } from './entities/entity-facts.ts';
export { entityKeyOf } from './entities/entity-names.ts';
export { refreshEntities } from './entities/refresh-entities.ts';
export {
  openServicesList,
  readServicesList,
  reviewedListOf,
  type ServicesList,
  servicesListOf,
} from './entities/services-list.ts';
export { deriveSink } from './labels/derived-labels.store.ts';
export { describeLabels } from './labels/describe-labels.ts';
export { approveHeldLabels, type HeldLabels, heldLabels } from './labels/import/held-labels.store.ts';
export { CUT_IMPORT_DAYS, type ImportLabelsReport, importLabels } from './labels/import/import-labels.ts';
export type { ImportLabelsHooks, LabelRejection } from './labels/import/import-request.ts';
export { givenLabelChanges } from './labels/import/label-changes.store.ts';
export { type HoldReason, type LabelDiff, MOST_WITHDRAWN } from './labels/import/label-diff.ts';
export { isLabelFormat, LABEL_FORMAT_IDS, LABEL_FORMATS } from './labels/import/label-formats.ts';
export { discardLabelImport, unfinishedLabelImports } from './labels/import/label-stage.store.ts';
export { carriedLabels, carriedPart } from './labels/known/carried-labels.ts';
export { contractMark } from './labels/known/contracts.store.ts';
export { KnownLabels, type KnownLabelsAt, type LabelReader } from './labels/known/known-labels.ts';
export {
  givenLabelVersion,
  labelledNetworks,
  labelSetState,
  labelSetVersion,
  labelsElsewhere,
  labelsEverywhere,
  labelsOf,
} from './labels/known/labels.store.ts';
export { publishedLabels } from './labels/known/published-labels.ts';
export { firstLabelImport, type LabelSetRow, listLabelSets } from './labels/label-sets.store.ts';
export { countLabels, type LabelConflicts, type LabelCounts, labelConflicts } from './labels/label-stats.store.ts';
export { LABEL_IMPORT_QUEUE, labelImportJob, workLabelImports } from './labels/lists/label-jobs.ts';
export { type LabelUpdateState, listLabelUpdates } from './labels/lists/label-updates.store.ts';
export { type ListAge, listAges } from './labels/lists/list-ages.ts';
export type { PublisherContents } from './labels/lists/publisher-files.ts';
export { PUBLISHERS, type Publisher } from './labels/lists/publishers.ts';
export { scheduleLabelUpdates } from './labels/lists/scheduled-updates.ts';
export { factsOfSet } from './labels/lists/set-facts.ts';
export { importStarterLabels, STARTER_LABELS_DIR } from './labels/lists/starter-labels.ts';
export { updateLabels } from './labels/lists/update-labels.ts';
export { type LabelStatement, type StatedLabel, statedLabels, withdrawLabel } from './labels/withdrawn-labels.store.ts';
