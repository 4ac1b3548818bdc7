import type { Source } from '../../../../platform/intake/index.ts';
import type { ParsedItem } from '../label-claim.ts';

/** What a parser reads; its name counts in formats whose name carries the currency. */
export interface LabelInput extends Source {
  /** Currency code of a list that names none. */
  readonly currency?: string | undefined;
}

/**
 * Reads a publisher's format as a stream: rows and rejections as they come, never the file as a whole. Throws
 * `LabelFormatError` when the file is not of this format at all or ends before its end.
 */
export type LabelParser = (input: LabelInput) => AsyncIterable<ParsedItem>;

/** The file as a whole cannot be read; nothing of it is imported. */
export class LabelFormatError extends Error {
  override readonly name = 'LabelFormatError';
}
