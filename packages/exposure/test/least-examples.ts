import { buildAssessmentInput, type ExposureSketch, type RowSketch } from '@assay/testkit';
import type { AssessmentInput } from '../src/index.ts';

/** An example of docs/method/2, section 6.10, by what the page calls it. */
export interface LeastExample {
  readonly name: string;
  readonly input: AssessmentInput;
}

const EXCHANGE = { category: 'exchange_licensed', entity: 'An exchange' } as const;
const STOLEN = { category: 'stolen_coins', entity: 'A thief' } as const;

function wallet(rows: readonly RowSketch[], more: { readonly complete?: boolean; readonly isBoth?: boolean } = {}) {
  const side: ExposureSketch = { amount: 100_000_000_000n, usd: 100_000, rows };
  const { complete = true, isBoth = false } = more;
  return buildAssessmentInput({ complete, incoming: side, ...(isBoth ? { outgoing: side } : {}) });
}

const mixed = [
  { ...STOLEN, share: 0.042 },
  { ...EXCHANGE, share: 0.958 },
];
const found = wallet(mixed);
const [thief, ...rest] = found.incoming.rows;
if (thief === undefined) throw new Error('the example has a row');
const step = { from: 'thief', to: 'wallet', transactionId: '0xabc', amount: 1_500_000_000n, time: 1_700_000_000 };
const withPath = { ...thief, paths: [{ hops: 1, share: 0.015, steps: [step] }] };

export const LEAST_EXAMPLES: readonly LeastExample[] = [
  { name: '4.2% stolen, rest licensed exchange', input: found },
  {
    name: 'The same, of which one path carries 1.5%',
    input: { ...found, incoming: { ...found.incoming, rows: [withPath, ...rest] } },
  },
  {
    name: 'The same, and the walk without the label of the thief leaves the exchange alone',
    input: {
      ...found,
      withdrawals: [{ ...STOLEN, incoming: wallet([{ ...EXCHANGE, share: 1 }]).incoming, outgoing: found.outgoing }],
    },
  },
  { name: '3% licensed exchange, rest unknown', input: wallet([{ ...EXCHANGE, share: 0.03 }]) },
  { name: '30% licensed exchange, rest unknown', input: wallet([{ ...EXCHANGE, share: 0.3 }]) },
  {
    name: '30% licensed exchange, rest unknown, history incomplete',
    input: wallet([{ ...EXCHANGE, share: 0.3 }], { complete: false }),
  },
  {
    name: '0.4% stolen, rest licensed exchange',
    input: wallet([
      { ...STOLEN, share: 0.004 },
      { ...EXCHANGE, share: 0.996 },
    ]),
  },
  { name: '4.2% stolen on both sides, rest licensed exchange', input: wallet(mixed, { isBoth: true }) },
  { name: '2% scam, rest unknown', input: wallet([{ category: 'scam', entity: 'A fraud', share: 0.02 }]) },
];
