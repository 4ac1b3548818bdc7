export { decodeText, type Line, MAX_LINE_LENGTH, readLineBatches, readLines } from './lines.ts';
export { hashFile } from './open-file.ts';
export { isUrl, openSource, type Source } from './open-source.ts';
export { peekBytes, peekText } from './peek-bytes.ts';
export { RowsDigest } from './rows-digest.ts';
export { messageOf, SourceError } from './source-error.ts';
