import type { ColumnStore } from '@assay/exposure';
import type { Graph } from '../graph/graph.ts';
import type { Loaded } from '../store/load-store.ts';

/** What the parts of one run share. */
export interface PartContext {
  readonly graph: Graph;
  readonly store: ColumnStore;
  readonly loaded: Loaded;
  /** Numbers of the wallets measured. */
  readonly wallets: readonly number[];
  readonly addresses: readonly string[];
  readonly rounds: number;
  readonly say: (text: string) => void;
}

export function ms(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toFixed(4);
}

export function millions(perSecond: number): string {
  return `${(perSecond / 1e6).toFixed(2)} M/s`;
}
