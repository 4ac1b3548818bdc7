/**
 * Turns the line ends of a text that arrives in chunks into `\n` where its first line ends with a bare `\r`, as old
 * spreadsheets write CSV. Other texts pass as they are: a `\r` within their lines belongs to the line.
 */
export class LineEnds {
  #kind: 'unknown' | 'cr' | 'lf' = 'unknown';
  /** A `\r` at the end of a chunk: the next one says whether it is half of `\r\n`. */
  #held = '';

  push(chunk: string): string {
    if (this.#kind === 'lf') return chunk;
    let text = this.#held + chunk;
    this.#held = '';
    if (text.endsWith('\r')) {
      this.#held = '\r';
      text = text.slice(0, -1);
    }
    if (this.#kind === 'unknown') this.#kind = kindOf(text);
    if (this.#kind === 'cr') return text.replaceAll(/\r\n?/g, '\n');
    if (this.#kind === 'unknown') return text;
    const all = text + this.#held;
    this.#held = '';
    return all;
  }

  /** What is left at the end of the text. */
  end(): string {
    const rest = this.#held === '' ? '' : '\n';
    this.#held = '';
    return rest;
  }
}

/** What ends the first line of a text that does not end with `\r`. */
function kindOf(text: string): 'unknown' | 'cr' | 'lf' {
  const at = text.search(/[\r\n]/);
  if (at === -1) return 'unknown';
  return text[at] === '\n' || text[at + 1] === '\n' ? 'lf' : 'cr';
}
