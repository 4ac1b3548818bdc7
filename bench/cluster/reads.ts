/** Reads of checks by server and host, such as `main primary` or `db2 127.0.0.1:5433`, of servers of the product. */
export class AnsweredReads {
  readonly #counts = new Map<string, number>();

  /** Adds what a server of the product counted since its start; call it once, before the server ends. */
  async add(url: string): Promise<void> {
    const text = await (await fetch(`${url}/metrics`)).text();
    for (const [, server = '', host = '', count = ''] of text.matchAll(
      /^assay_reads_total\{server="([^"]+)",host="([^"]+)"\} (\d+)$/gm,
    )) {
      const name = `${server} ${host}`;
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + Number(count));
    }
  }

  /** Of the standbys alone. */
  get byStandbys(): number {
    const found = [...this.#counts].filter(([name]) => !name.endsWith(' primary'));
    return found.reduce((sum, [, count]) => sum + count, 0);
  }

  describe(): string {
    const sorted = [...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`).join(', ');
  }
}
