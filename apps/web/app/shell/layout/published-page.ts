/** A long text as a page shows it: made of a document at build time, or on the server. */
export interface PublishedPage {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}
