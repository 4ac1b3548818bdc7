/** Entries that are kept at most. */
const MOST = 5_000;
/** The longest text that is kept, in UTF-16 units: hardly any word of a language is longer, but hostile names are. */
const LONGEST = 32;

/**
 * What was found out about texts, kept for all documents of the process, as our sentences and the names of services come
 * again and again. It is bounded, and is emptied when it is full: no flood of texts fills the memory, or keeps the usual
 * ones out for good.
 */
export class Kept<T> {
  readonly #byText = new Map<string, T>();

  /** Undefined where nothing is kept of the text. */
  find(text: string): T | undefined {
    return this.#byText.get(text);
  }

  keep(text: string, found: T): void {
    if (text.length > LONGEST) return;
    if (this.#byText.size >= MOST) this.#byText.clear();
    this.#byText.set(text, found);
  }
}
