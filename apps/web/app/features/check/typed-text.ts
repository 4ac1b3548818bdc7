import type { PastedAddress, PastedText, TextFinding } from '@assay/address';
import type { NotClear } from '../../shell/secrets/secret-words.ts';

export type SearchNotice =
  | Exclude<NotClear, { readonly is: 'transaction' }>
  /** Where what it moved is shown. */
  | { readonly is: 'transaction'; readonly path: string }
  | Extract<PastedText, { readonly is: 'not an address' }>
  | (Pick<PastedAddress, 'tag' | 'contract'> & { readonly is: 'remark' });

/** What a text is, and the address that it holds. */
export interface TypedText {
  readonly finding: TextFinding;
  /** What is to be checked: the text without spaces where nothing more is known of it; null where it is no address. */
  readonly address: string | null;
  /** What the text is in place of an address, or what was beside the address. */
  readonly notice: SearchNotice | null;
}
