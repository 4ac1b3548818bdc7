import type { Rejection } from '../label-claim.ts';
import type { LabelFormatId } from './label-formats.ts';

export interface ImportLabelsRequest {
  readonly format: LabelFormatId;
  /** Files and http(s) URLs that together make up the set. */
  readonly locations: readonly string[];
  /** The set they replace. */
  readonly setName: string;
  readonly origin: 'starter' | 'import';
  /** Content of the only location where it is made here, instead of read from there; the same for each call. */
  readonly rows?: (() => AsyncIterable<Uint8Array>) | undefined;
  /** Currency code of lists that name none. */
  readonly currency?: string | undefined;
}

export interface LabelRejection extends Rejection {
  readonly location: string;
}

export interface ImportLabelsHooks {
  readonly signal?: AbortSignal | undefined;
  /** Whether redirects of a URL may lead into a private network; they may not where not given. */
  readonly allowsPrivateRedirects?: boolean | undefined;
  readonly progress?: ((rows: { readonly accepted: number; readonly rejected: number }) => void) | undefined;
  /** Called with every refused row; its promise is awaited. */
  readonly rejected?: ((rejection: LabelRejection) => void | Promise<void>) | undefined;
  /** An import that was cut off behind so many rows goes on. */
  readonly goesOn?: ((rows: number) => void) | undefined;
  /** Called when the source has changed since: it is read again, and `rejected` is called again from the first row. */
  readonly startsAnew?: (() => void | Promise<void>) | undefined;
}
