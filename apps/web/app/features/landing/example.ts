import type { ShowcaseCheck } from '@assay/contracts';
import { LIMITED_DATA } from '@assay/wording';

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
 * A check leads that says what it says without a reservation: of those with both kinds of mark, the first; else any that
 * is rated. The worst is one with a single star, and null where there is none.
 */
export function pickExamples(all: readonly Example[]): Examples {
  const rated = all.filter((check) => check.riskscore > 0);
  const sure = rated.filter(({ headline }) => !headline.startsWith(LIMITED_DATA));
  const hasBothMarks = ({ riskscore }: Example) => riskscore > 1 && riskscore < 5;
  const main = sure.find(hasBothMarks) ?? sure[0] ?? rated[0] ?? null;
  const worst = rated.findLast((check) => check.riskscore === 1) ?? null;
  return { main, worst, all };
}

/** Round the rim of the rosette; every fact in it is also shown as plain text. */
export function microTextOf({ sub_id, ticker, created_at }: Example): string {
  return `ASSAY ${sub_id} ${ticker} ${created_at.slice(0, 10)}`;
}
