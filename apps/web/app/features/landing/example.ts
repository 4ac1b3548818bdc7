import type { ShowcaseCheck } from '@assay/contracts';

/** A real check of this installation, made on an address whose records or labels it holds. */
export type Example = ShowcaseCheck;

export interface Examples {
  /** What the page draws its pictures from. */
  readonly main: Example | null;
  /** One star, for the chat. */
  readonly worst: Example | null;
  readonly all: readonly Example[];
}

/**
 * Four stars show both kinds of mark, so such a check leads; else any that is rated. The worst is one with a single
 * star, and null where there is none.
 */
export function pickExamples(all: readonly Example[]): Examples {
  const rated = all.filter((check) => check.riskscore > 0);
  const main = rated.find((check) => check.riskscore === 4) ?? rated[0] ?? null;
  const worst = rated.findLast((check) => check.riskscore === 1) ?? null;
  return { main, worst, all };
}

/** Round the rim of the rosette; every fact in it is also shown as plain text. */
export function microTextOf({ sub_id, ticker, created_at }: Example): string {
  return `ASSAY ${sub_id} ${ticker} ${created_at.slice(0, 10)}`;
}
