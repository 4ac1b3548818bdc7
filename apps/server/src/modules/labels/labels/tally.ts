const MAX_KINDS = 200;
const REST = '(other)';

/** Counts by kind in bounded memory: kinds beyond the first 200 are counted together. */
export class Tally {
  private readonly counts = new Map<string, number>();

  add(kind: string): void {
    const key = this.counts.has(kind) || this.counts.size < MAX_KINDS ? kind : REST;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Most frequent first. */
  toRecord(): Record<string, number> {
    return Object.fromEntries([...this.counts].sort(([, left], [, right]) => right - left));
  }
}
