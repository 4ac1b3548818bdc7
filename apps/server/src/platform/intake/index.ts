export { CSV_FAULTS, type CsvOptions, CsvReader, type CsvRow, readCsv } from './csv-reader.ts';
export { decodeText, MAX_LINE_LENGTH, readLineBatches, readLines } from './lines.ts';
export {
  changedWhileRead,
  fileMark,
  hashFile,
  isUrl,
  openSource,
  type Source,
  STDIN,
  unpacked,
} from './open-source.ts';
export { peekBytes, peekText } from './peek-bytes.ts';
export { RowsDigest } from './rows-digest.ts';
export {
  recordRefusedDownloads,
  refusedDownloadOf,
  SourceError,
  SourceFormatError,
  UntrustedSourceError,
} from './source-error.ts';
export { RecordSplitter, type TextRecord } from './split-records.ts';
export { onlyUtf8 } from './text-encoding.ts';
