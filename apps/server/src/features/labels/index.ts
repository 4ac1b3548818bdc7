export { deriveSink } from './derive-sink.store.ts';
export { listDerivedSets, replaceDerivedLabels } from './derived-labels.store.ts';
export {
  type ImportLabelsHooks,
  type ImportLabelsReport,
  type ImportLabelsRequest,
  importLabels,
  type LabelRejection,
  NoLabelsError,
} from './import-labels.ts';
export { isLabelFormat, LABEL_FORMAT_IDS, LABEL_FORMATS, type LabelFormatId } from './label-formats.ts';
export { LABEL_IMPORT_QUEUE, workLabelImports } from './label-jobs.ts';
export { labelsPort } from './label-reader.store.ts';
export { LabelSetBusyError, type LabelSetRow, listLabelSets } from './label-sets.store.ts';
export { countLabels, type LabelCounts } from './label-stats.store.ts';
export type { DerivedLabel, DeriveSink, LabelReader } from './labels.ports.ts';
export { givenLabelVersion, labelledNetworks, labelSetVersion, labelsOf } from './labels.store.ts';
export { LabelSourceError } from './open-label-input.ts';
export { LabelFormatError } from './parsers/parser.ts';
export { isProtectedAddress } from './protected-addresses.ts';
export { PUBLISHERS, type Publisher } from './publishers.ts';
export { importStarterLabels, STARTER_LABELS_DIR } from './starter-labels.ts';
export { type UpdateOutcome, updateLabels } from './update-labels.ts';
