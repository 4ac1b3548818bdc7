export { deriveSink } from './derive-sink.store.ts';
export { describeLabels } from './describe-labels.ts';
export {
  type ImportLabelsHooks,
  type ImportLabelsReport,
  importLabels,
  type LabelRejection,
} from './import-labels.ts';
export { isLabelFormat, LABEL_FORMAT_IDS, LABEL_FORMATS } from './label-formats.ts';
export { LABEL_IMPORT_QUEUE, labelImportJob, workLabelImports } from './label-jobs.ts';
export { type LabelSetRow, listLabelSets } from './label-sets.store.ts';
export { countLabels, type LabelCounts } from './label-stats.store.ts';
export { givenLabelVersion, labelledNetworks, labelSetVersion, labelsOf } from './labels.store.ts';
export { PUBLISHERS, type Publisher } from './publishers.ts';
export { importStarterLabels, STARTER_LABELS_DIR } from './starter-labels.ts';
export { updateLabels } from './update-labels.ts';
