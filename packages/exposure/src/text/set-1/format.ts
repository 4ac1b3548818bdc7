import { formatShare } from '@assay/wording';

/**
 * A fraction in the sentences of text set 1. They are signed, so the set keeps what the common format has since mended:
 * a sum that misses the whole by a rounding error reads as less than all.
 */
export function shareOfTextSet1(share: number): string {
  return share < 1 && share >= 0.9995 ? 'over 99.9%' : formatShare(share);
}
