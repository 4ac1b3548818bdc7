export {
  type ExportedAsset,
  ExportFolderError,
  type ExportManifest,
  exportTransfers,
  isExportable,
} from './export-transfers.ts';
