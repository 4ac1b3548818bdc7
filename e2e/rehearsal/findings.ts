/** What was acknowledged to users and operators, and what was found, side by side. */
export class Findings {
  readonly #rows: { readonly what: string; readonly acknowledged: string; readonly found: string }[] = [];
  readonly #faults: string[] = [];
  readonly #startedAt = performance.now();

  get isEqual(): boolean {
    return this.#faults.length === 0 && this.#rows.every(({ acknowledged, found }) => acknowledged === found);
  }

  /** Says at once what has been done. */
  step(text: string): void {
    const seconds = Math.round((performance.now() - this.#startedAt) / 1_000);
    process.stdout.write(`${String(seconds).padStart(4)} s  ${text}.\n`);
  }

  expect(what: string, acknowledged: string | number, found: string | number): void {
    this.#rows.push({ what, acknowledged: String(acknowledged), found: String(found) });
  }

  fault(text: string): void {
    this.#faults.push(text);
  }

  table(): string {
    const lines = this.#rows.map(
      ({ what, acknowledged, found }) =>
        `| ${what} | ${acknowledged} | ${found}${acknowledged === found ? '' : ' (NOT EQUAL)'} |`,
    );
    const verdict = this.isEqual ? 'What was acknowledged was found.' : 'RED: what was acknowledged was not found.';
    return ['', '| | Acknowledged | Found |', '| --- | --- | --- |', ...lines, '', ...this.#faults, verdict].join('\n');
  }
}
