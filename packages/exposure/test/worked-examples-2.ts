import { type AssessmentSketch, buildAssessmentInput, buildLabel, type RowSketch } from '@assay/testkit';
import type { AssessmentInput } from '../src/index.ts';
import { exposureOf } from '../src/reference/exposure-of.ts';
import { MemoryAccountStore } from '../src/reference/memory-accounts.ts';

export interface WorkedExample {
  /** As the page has it. */
  readonly name: string;
  /** As the page has it: stars, the total in brackets, a word. */
  readonly stars: string;
  readonly input: () => AssessmentInput | Promise<AssessmentInput>;
}

type Received = Omit<RowSketch, 'share'> & { readonly usd: number };

/** Direct senders, in dollars; what they leave of `of` is of unknown origin. */
function received(rows: readonly Received[], of: number, more: AssessmentSketch = {}): () => AssessmentInput {
  return () => buildAssessmentInput({ ...more, incoming: sideOf(rows, of) });
}

function sent(rows: readonly Received[], of: number, more: AssessmentSketch = {}): () => AssessmentInput {
  return () => buildAssessmentInput({ ...more, outgoing: sideOf(rows, of) });
}

function sideOf(rows: readonly Received[], usd: number): NonNullable<AssessmentSketch['incoming']> {
  return {
    amount: BigInt(Math.round(usd * 100)),
    usd,
    rows: rows.map(({ usd: part, ...row }) => ({ ...row, share: part / usd })),
  };
}

const six = (each: number) =>
  (['stolen_coins', 'ransom', 'scam', 'dark_market', 'dark_service', 'malware'] as const).map((category) => ({
    category,
    usd: each,
  }));

const stolen = buildLabel({ category: 'stolen_coins', entity: 'Theft' });
const exchange = buildLabel();

type Payment = readonly [from: string, to: string, amount: bigint, transaction?: number];

/** Records alone, walked: no label of the thief is at hand, given or derived. */
function walked(payments: readonly Payment[]): () => Promise<AssessmentInput> {
  return async () => {
    const labels = new Map([
      ['victim', [stolen]],
      ['exchange', [exchange]],
    ]);
    const transfers = payments.map(([from, to, amount, transaction], index) => ({
      ...{ block: transaction ?? index, transactionIndex: 0, transactionId: `t${transaction ?? index}` },
      ...{ kind: 'token' as const, index, ordinal: 0, from, to, amount, time: 1_600_000_000 + index },
    }));
    const openings = new Map([['victim', 9_000n]]);
    const store = new MemoryAccountStore({ network: 'ETH', transfers, labels, openings, derive: false });
    const exposure = await exposureOf(store, 'subject');
    if (exposure === null) throw new Error('no record names the subject');
    const priced = { incomingUsd: Number(exposure.incoming.amount), outgoingUsd: null };
    return { ...buildAssessmentInput(), ...exposure, ...priced };
  };
}

const washing: readonly Payment[] = [
  ['victim', 'thief', 9_000n],
  ['thief', 'exchange', 4_275n],
  ['thief', 'exchange', 4_275n],
  ['thief', 'subject', 450n],
];
const throughOutputs: readonly Payment[] = [
  ['victim', 'thief', 9_000n],
  ...Array.from({ length: 1_000 }, (_, index) => ['thief', `output-${index}`, 8n, 1] as const),
  ['thief', 'subject', 450n, 1],
];

/** Worked examples of docs/method/2, section 7, in its order. */
export const WORKED_EXAMPLES_2: readonly WorkedExample[] = [
  {
    name: 'Stolen coins, 95% to an exchange in two payments, the rest to the subject (incoming 100%, indirect)',
    stars: '2 (65)',
    input: walked(washing),
  },
  {
    name: "The same through one transaction with 1,001 outputs, or through the thief's own contract",
    stars: '2 (65)',
    input: walked(throughOutputs),
  },
  {
    name: '$10.01 from a sanctioned sender in $10 million, rest licensed exchange',
    stars: '5 (0), listed',
    input: received(
      [
        { category: 'sanctions', usd: 10.01 },
        { category: 'exchange_licensed', usd: 9_999_989.99 },
      ],
      10_000_000,
    ),
  },
  {
    name: '$900 (0.09%) from a sanctioned sender beside 0.45% stolen, rest licensed exchange',
    stars: '5, listed',
    input: received(
      [
        { category: 'sanctions', usd: 900 },
        { category: 'stolen_coins', usd: 4_500 },
        { category: 'exchange_licensed', usd: 994_600 },
      ],
      1_000_000,
    ),
  },
  {
    name: '$1,500 from a sanctioned sender in $10 million',
    stars: '2 (70)',
    input: received(
      [
        { category: 'sanctions', usd: 1_500 },
        { category: 'exchange_licensed', usd: 9_998_500 },
      ],
      10_000_000,
    ),
  },
  {
    name: '$40 to a sanctioned address out of $20,000',
    stars: '2 (70)',
    input: sent(
      [
        { category: 'sanctions', usd: 40 },
        { category: 'exchange_licensed', usd: 19_960 },
      ],
      20_000,
    ),
  },
  {
    name: '$40 from a sanctioned address in $20,000',
    stars: '2 (70)',
    input: received(
      [
        { category: 'sanctions', usd: 40 },
        { category: 'exchange_licensed', usd: 19_960 },
      ],
      20_000,
    ),
  },
  {
    name: 'Six categories of tier A, 0.4% each, below $10,000 in sum, rest licensed exchange',
    stars: '3 (45)',
    input: received([...six(400), { category: 'exchange_licensed', usd: 97_600 }], 100_000),
  },
  {
    name: 'The same in a wallet of $5 million',
    stars: '2 (70)',
    input: received([...six(20_000), { category: 'exchange_licensed', usd: 4_880_000 }], 5_000_000),
  },
  {
    name: '$100,000 stolen among $3.5 million, rest licensed exchange',
    stars: '2 (70)',
    input: received(
      [
        { category: 'stolen_coins', usd: 100_000 },
        { category: 'exchange_licensed', usd: 3_400_000 },
      ],
      3_500_000,
    ),
  },
  {
    name: '2% scam below $10,000, rest licensed exchange and unknown',
    stars: '3 (45)',
    input: received(
      [
        { category: 'scam', usd: 200 },
        { category: 'exchange_licensed', usd: 5_000 },
      ],
      10_000,
    ),
  },
  {
    name: '3% stolen at confidence 40, below $10,000, rest licensed exchange',
    stars: '3 (45)',
    input: received(
      [
        { category: 'stolen_coins', usd: 300, confidence: 40 },
        { category: 'exchange_licensed', usd: 9_700 },
      ],
      10_000,
    ),
  },
  {
    name: '29.7% gambling ($10 or more), 70.3% unknown',
    stars: '3 (42)',
    input: received([{ category: 'gambling', usd: 297 }], 1_000),
  },
  {
    name: '60% gambling ($10 or more), rest licensed exchange',
    stars: '3 (55)',
    input: received(
      [
        { category: 'gambling', usd: 600 },
        { category: 'exchange_licensed', usd: 400 },
      ],
      1_000,
    ),
  },
  {
    name: "A licensed exchange's own wallet with 4% mixer",
    stars: '5 (0)',
    input: received(
      [
        { category: 'mixer', usd: 400 },
        { category: 'exchange_licensed', usd: 9_600 },
      ],
      10_000,
      { labels: [exchange] },
    ),
  },
  {
    name: 'An exchange, licence unknown, 60% ransom ($1,000 or more)',
    stars: '1 (80)',
    input: received([{ category: 'ransom', usd: 6_000 }], 10_000, {
      labels: [buildLabel({ category: 'exchange_licence_unknown' })],
    }),
  },
  {
    name: 'The same exchange, history incomplete',
    stars: '4 (20)',
    input: received([{ category: 'ransom', usd: 6_000 }], 10_000, {
      labels: [buildLabel({ category: 'exchange_licence_unknown' })],
      complete: false,
    }),
  },
  {
    name: 'A hacked licensed exchange with 30% outgoing to the thief',
    stars: '5 (0), by its own label',
    input: sent([{ category: 'stolen_coins', usd: 3_000 }], 10_000, { labels: [exchange] }),
  },
  {
    name: 'An OFAC-listed account of Ethereum, asked on BNB Smart Chain, no records, no contract',
    stars: '1 (80)',
    input: () =>
      buildAssessmentInput({
        labels: [buildLabel({ category: 'sanctions', source: 'ofac-sdn', confidence: 40, carriedFrom: 'ETH' })],
      }),
  },
  {
    name: 'Listed by two authorities at 100, one listing ended',
    stars: '1 (100)',
    input: () =>
      buildAssessmentInput({
        labels: [
          buildLabel({ category: 'sanctions', source: 'ofac-sdn', validFrom: 1, validTo: 1_700_000_000 }),
          buildLabel({ category: 'sanctions', source: 'eu-fsf', validFrom: 1 }),
        ],
      }),
  },
  {
    name: '0x0',
    stars: 'N/A',
    input: () => {
      const input = buildAssessmentInput({ labels: [buildLabel({ category: 'sanctions' })] });
      return { ...input, subject: { ...input.subject, role: 'issuer' } };
    },
  },
  {
    name: 'All known money from a licensed exchange, history incomplete',
    stars: '4 (0), limited data',
    input: received([{ category: 'exchange_licensed', usd: 1_000 }], 1_000, { complete: false }),
  },
  {
    name: '$0.50 from a sanctioned address as the only inflow of a wallet',
    stars: '4 (25), low risk',
    input: received([{ category: 'sanctions', usd: 0.5 }], 0.5),
  },
  {
    name: '97% unknown both ways, 3% licensed exchange',
    stars: 'N/A',
    input: () =>
      buildAssessmentInput({
        incoming: sideOf([{ category: 'exchange_licensed', usd: 30 }], 1_000),
        outgoing: sideOf([{ category: 'exchange_licensed', usd: 30 }], 1_000),
      }),
  },
];
