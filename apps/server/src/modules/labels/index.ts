export { entitiesRoutes } from './entities/entities.routes.ts';
export { buildEntitiesService, type EntitiesService } from './entities/entities.service.ts';
export { entitiesStore } from './entities/entities.store.ts';
export { readEntityFacts } from './entities/entity-facts.ts';
export { entityKeyOf } from './entities/entity-names.ts';
export { refreshEntities } from './entities/refresh-entities.ts';
export { carriedLabels, carriedPart } from './labels/carried-labels.ts';
export { contractMark } from './labels/contracts.store.ts';
export { deriveSink } from './labels/derive-sink.store.ts';
export { describeLabels } from './labels/describe-labels.ts';
export { firstLabelImport } from './labels/first-import.store.ts';
export { approveHeldLabels, type HeldLabels, heldLabels } from './labels/held-labels.store.ts';
export { CUT_IMPORT_DAYS, type ImportLabelsReport, importLabels } from './labels/import-labels.ts';
export type { ImportLabelsHooks, LabelRejection } from './labels/import-request.ts';
export { KnownLabels, type KnownLabelsAt, type LabelReader } from './labels/known-labels.ts';
export { givenLabelChanges } from './labels/label-changes.store.ts';
export { type LabelConflicts, labelConflicts } from './labels/label-conflicts.store.ts';
export { type HoldReason, type LabelDiff, MOST_WITHDRAWN } from './labels/label-diff.ts';
export { isLabelFormat, LABEL_FORMAT_IDS, LABEL_FORMATS } from './labels/label-formats.ts';
export { LABEL_IMPORT_QUEUE, labelImportJob, workLabelImports } from './labels/label-jobs.ts';
export { type LabelSetRow, listLabelSets } from './labels/label-sets.store.ts';
export { discardLabelImport, unfinishedLabelImports } from './labels/label-stage.store.ts';
export { countLabels, type LabelCounts } from './labels/label-stats.store.ts';
export { type LabelUpdateState, listLabelUpdates } from './labels/label-updates.store.ts';
export {
  givenLabelVersion,
  labelledNetworks,
  labelSetState,
  labelSetVersion,
  labelsElsewhere,
  labelsEverywhere,
  labelsOf,
} from './labels/labels.store.ts';
export { type ListAge, listAges } from './labels/list-ages.ts';
export { publishedLabels } from './labels/published-labels.ts';
export { type PublisherContents, publisherContents } from './labels/publisher-contents.ts';
export { PUBLISHERS, type Publisher } from './labels/publishers.ts';
export { scheduleLabelUpdates } from './labels/scheduled-updates.ts';
export { factsOfSet } from './labels/set-facts.ts';
export { importStarterLabels, STARTER_LABELS_DIR } from './labels/starter-labels.ts';
export { updateLabels } from './labels/update-labels.ts';
export { type LabelStatement, type StatedLabel, statedLabels, withdrawLabel } from './labels/withdrawn-labels.store.ts';
