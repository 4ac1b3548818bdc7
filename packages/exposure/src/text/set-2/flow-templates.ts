import type { Category } from '@assay/domain';
import { formatShare, joinWords } from '@assay/wording';
import type { Direction } from '../../records/record.ts';
import { FLOW_WORDS, partiesOf } from './words.ts';

type Part = { readonly direction: Direction; readonly share: number };

/** Where one direction's value comes from or goes to. The words of size fit the figure beside them. */
export const FLOW_TEMPLATES = {
  flow_unknown: ({ direction, share }: Part) =>
    isAll(share)
      ? `No ${FLOW_WORDS[direction].value} could be ${UNKNOWN[direction]}.`
      : `${sizeOf(share, FLOW_WORDS[direction].value)} could not be ${UNKNOWN[direction]}.`,
  flow_held: ({ direction, share }: Part) =>
    `${sizeOf(share, FLOW_WORDS[direction].value)} is still held by the wallets it was sent to.`,
  flow_main: ({ direction, share, category }: Part & { readonly category: Category }) =>
    `${sizeOf(share, FLOW_WORDS[direction].value)} ${FLOW_WORDS[direction].from} ${partiesOf(category)}.`,
  flow_largest: ({ direction, share, category }: Part & { readonly category: Category }) =>
    `The largest part of ${FLOW_WORDS[direction].value}, ${formatShare(share)}, ${FLOW_WORDS[direction].from} ${partiesOf(category)}.`,
  flow_largest_known: ({ direction, share, category }: Part & { readonly category: Category }) =>
    `The largest part of ${FLOW_WORDS[direction].value} that is known, ${formatShare(share)}, ${FLOW_WORDS[direction].from} ${partiesOf(category)}.`,
  flow_risk: ({
    direction,
    share,
    categories,
    more,
  }: Part & { readonly categories: readonly Category[]; readonly more: boolean }) =>
    `${sizeOf(share, FLOW_WORDS[direction].value)} ${FLOW_WORDS[direction].back} ${joinWords([...categories.map(partiesOf), ...(more ? ['others'] : [])])}.`,
};

const UNKNOWN = { bwd: 'traced to a source', fwd: 'followed' } as const;

function isAll(share: number): boolean {
  return share >= 1 - 1e-9;
}

/** 'Most incoming value, 93.0%,', or 'All incoming value' where nothing is left over. */
function sizeOf(share: number, value: string): string {
  if (isAll(share)) return `All ${value}`;
  return `${nameSize(share)} ${value}, ${formatShare(share)},`;
}

/** By the figure as it is shown: 50.0% is half, not most. */
function nameSize(share: number): string {
  const shown = Math.round(share * 1000);
  if (shown > 500) return 'Most';
  if (shown === 500) return 'Half of';
  return shown < 100 ? 'A small share of' : 'A part of';
}
