import type { RiskKey } from '../marks/risk-mark.tsx';

/** One slice of a direction. */
export interface FlowItem {
  readonly id: string;
  readonly title: string;
  /** 0 to 1. */
  readonly share: number;
  readonly usd: number | null;
}

/** Groups in the order high, medium, low, not attributed; items by share, largest first. */
export interface FlowGroup {
  readonly key: RiskKey;
  readonly items: readonly FlowItem[];
}

export interface Flow {
  readonly groups: readonly FlowGroup[];
  /** USD of the whole direction, null where no price is known. */
  readonly totalUsd: number | null;
}

/** '12.3%': one decimal. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

/** Made when it is first needed: the browser reads its tables for that, and not every page has amounts. */
let usdFormat: Intl.NumberFormat | undefined;

/** '$1,658.88'. */
export function formatUsd(usd: number): string {
  usdFormat ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  return usdFormat.format(usd);
}
