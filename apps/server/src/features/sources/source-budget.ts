import type { SourceCall } from './sources.ports.ts';

/** How much one check may ask of chains. */
export interface BudgetLimits {
  readonly calls: number;
  readonly milliseconds: number;
  /** Less of a direction than this is not worth a call; 0 reads everything. The threshold of the walk, 1e-4. */
  readonly leastShare?: number;
}

const LEAST_SHARE = 1e-4;

/** Counts the calls of one check, and ends all of them together when its time is over. */
export class SourceBudget implements SourceCall {
  readonly calls: number;
  readonly signal: AbortSignal;
  readonly leastShare: number;
  #made = 0;

  constructor(limits: BudgetLimits, signal: AbortSignal) {
    this.calls = limits.calls;
    this.leastShare = limits.leastShare ?? LEAST_SHARE;
    this.signal = AbortSignal.any([signal, AbortSignal.timeout(limits.milliseconds)]);
  }

  get made(): number {
    return this.#made;
  }

  /** For whoever is told how far a reading is. */
  get spent(): { readonly made: number; readonly budget: number } {
    return { made: this.#made, budget: this.calls };
  }

  get left(): number {
    return this.signal.aborted ? 0 : this.calls - this.#made;
  }

  spend(): boolean {
    if (this.left <= 0) return false;
    this.#made += 1;
    return true;
  }
}
