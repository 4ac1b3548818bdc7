import { FIRST_THRESHOLD } from '@assay/exposure';
import type { SourceCall } from './sources.ports.ts';

/** Limits of one check's requests to chains. */
export interface BudgetLimits {
  readonly calls: number;
  readonly milliseconds: number;
  /** A smaller share of a direction is not worth a call; 0 reads everything. The first threshold of the walk. */
  readonly leastShare?: number;
}

/** Counts the calls of one check, and aborts all of them when its time is over. */
export class SourceBudget implements SourceCall {
  readonly calls: number;
  readonly signal: AbortSignal;
  readonly leastShare: number;
  #made = 0;

  constructor(limits: BudgetLimits, signal: AbortSignal) {
    this.calls = limits.calls;
    this.leastShare = limits.leastShare ?? FIRST_THRESHOLD;
    this.signal = AbortSignal.any([signal, AbortSignal.timeout(limits.milliseconds)]);
  }

  get made(): number {
    return this.#made;
  }

  /** For progress reports. */
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
