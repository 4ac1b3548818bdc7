import { type AssessmentSketch, buildLabel } from '@assay/testkit';

/** Worked examples of docs/method, section 6, in its order: what goes in, how many stars come out. */
export const WORKED_EXAMPLES: readonly {
  readonly name: string;
  readonly stars: number;
  readonly headline: string;
  readonly sketch: AssessmentSketch;
}[] = [
  {
    name: '93% licensed exchange, 5% payments, 2% pools',
    stars: 5,
    headline: 'Low risk. Nothing found that lowers the stars.',
    sketch: {
      incoming: {
        rows: [
          { category: 'exchange_licensed', share: 0.93 },
          { category: 'payment_processor', share: 0.05 },
          { category: 'liquidity_pools', share: 0.02 },
        ],
      },
    },
  },
  {
    name: '97% unknown both ways',
    stars: 0,
    headline: 'Not rated. Too little is known.',
    sketch: {
      incoming: { rows: [{ category: 'exchange_licensed', share: 0.03 }] },
      outgoing: { rows: [{ category: 'exchange_licensed', share: 0.03 }] },
    },
  },
  {
    name: '70% unknown, 30% licensed exchange',
    stars: 4,
    headline: 'Limited data: no risk found. Too little is known for five stars.',
    sketch: { incoming: { rows: [{ category: 'exchange_licensed', share: 0.3 }] } },
  },
  {
    name: '2% direct scam, rest licensed exchange and unknown',
    stars: 3,
    headline: 'Medium risk. Scam source.',
    sketch: {
      incoming: {
        rows: [
          { category: 'scam', share: 0.02 },
          { category: 'exchange_licensed', share: 0.5 },
        ],
      },
    },
  },
  {
    name: '2% sanctions at three hops',
    stars: 3,
    headline: 'Medium risk. Sanctioned source, further back.',
    sketch: {
      incoming: {
        rows: [
          { category: 'sanctions', share: 0.02, layer: 'indirect', hops: 3 },
          { category: 'exchange_licensed', share: 0.98 },
        ],
      },
    },
  },
  {
    name: '60% direct gambling',
    stars: 3,
    headline: 'Medium risk. Gambling source.',
    sketch: {
      incoming: {
        rows: [
          { category: 'gambling', share: 0.6 },
          { category: 'exchange_licensed', share: 0.4 },
        ],
      },
    },
  },
  {
    name: '5% direct stolen',
    stars: 2,
    headline: 'High risk. Stolen source.',
    sketch: {
      incoming: {
        rows: [
          { category: 'stolen_coins', share: 0.05 },
          { category: 'exchange_licensed', share: 0.95 },
        ],
      },
    },
  },
  {
    name: '30% darknet at two hops',
    stars: 2,
    headline: 'High risk. Dark market source, further back.',
    sketch: {
      incoming: {
        rows: [
          { category: 'dark_market', share: 0.3, layer: 'indirect', hops: 2 },
          { category: 'exchange_licensed', share: 0.7 },
        ],
      },
    },
  },
  {
    name: '$40 direct from a sanctioned address in $20,000',
    stars: 2,
    headline: 'High risk. Sanctioned source.',
    sketch: {
      incoming: {
        usd: 20_000,
        rows: [
          { category: 'sanctions', share: 0.002 },
          { category: 'exchange_licensed', share: 0.998 },
        ],
      },
    },
  },
  {
    name: '$0.50 from a sanctioned address in a wallet of $20,000',
    stars: 5,
    headline: 'Low risk. Risk found, but not enough to lower the stars.',
    sketch: {
      incoming: {
        usd: 20_000,
        rows: [
          { category: 'sanctions', share: 0.000_025 },
          { category: 'exchange_licensed', share: 0.999_975 },
        ],
      },
    },
  },
  {
    name: '$0.50 from a sanctioned address as the only inflow of a wallet',
    stars: 4,
    headline: 'Low risk. One star less for sanctioned parties.',
    sketch: { incoming: { usd: 0.5, rows: [{ category: 'sanctions', share: 1 }] } },
  },
  {
    name: "a licensed exchange's own wallet with 4% mixer inflow",
    stars: 5,
    headline: 'Low risk. A licensed exchange.',
    sketch: {
      labels: [buildLabel()],
      incoming: {
        rows: [
          { category: 'mixer', share: 0.04 },
          { category: 'exchange_licensed', share: 0.96 },
        ],
      },
    },
  },
  {
    name: 'on the OFAC list, without any transfer',
    stars: 1,
    headline: 'Very high risk. On a sanctions list.',
    sketch: { labels: [buildLabel({ category: 'sanctions', entity: 'Listed Party', source: 'ofac-sdn' })] },
  },
];
