import type { Figures } from './figures.ts';

/** Figures of docs/method, section 8, that no machine changes, as they hold for a graph of a size. */
export interface Gate {
  readonly name: string;
  readonly limit: string;
  readonly value: number;
  readonly isKept: boolean;
}

export function gatesOf(figures: Figures, bytesPerTransfer: number): readonly Gate[] {
  const { states, reads, staticReads, settled, errorBeyondR } = figures;
  const fewer = staticReads / reads;
  return [
    { name: 'states a direction, mean', limit: 'at most 650', value: states, isKept: states <= 650 },
    { name: 'transfers a static haircut reads more', limit: 'at least 30 times', value: fewer, isKept: fewer >= 30 },
    { name: 'error beyond R', limit: 'at most 1e-6', value: errorBeyondR, isKept: errorBeyondR <= 1e-6 },
    { name: 'R of at most 1%', limit: 'on at least 98%', value: settled, isKept: settled >= 0.98 },
    { name: 'bytes a transfer', limit: 'at most 85', value: bytesPerTransfer, isKept: bytesPerTransfer <= 85 },
  ];
}
