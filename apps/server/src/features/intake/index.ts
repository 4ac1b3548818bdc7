export { decodeText, type Line, MAX_LINE_LENGTH, readLineBatches, readLines } from './lines.ts';
export { changedWhileRead, fileMark, hashFile } from './open-file.ts';
export { isUrl, openSource, type Source, STDIN, unpacked } from './open-source.ts';
export { peekBytes, peekText } from './peek-bytes.ts';
export { recordRefusedDownloads, refusedDownloadOf } from './refused-downloads.ts';
export { RowsDigest } from './rows-digest.ts';
export { messageOf, SourceError, SourceFormatError, UntrustedSourceError } from './source-error.ts';
export { onlyUtf8 } from './text-encoding.ts';
