import type { ScoreCase } from './case.ts';

const unknown = (one: Omit<ScoreCase, 'kind'>): ScoreCase => ({ kind: 'unknown', ...one });

/** Addresses about which an honest answer is that little or nothing is known. */
export const UNKNOWN_CASES: readonly ScoreCase[] = [
  unknown({
    name: 'fresh wallet without a transfer',
    expected: 'N/A',
    subject: 'fresh',
    stars: [0, 0],
  }),
  unknown({
    name: 'wallet that knows strangers only',
    expected: 'N/A',
    subject: 'wallet',
    stars: [0, 0],
    moves: [
      ['stranger-1', 'wallet', 1000],
      ['wallet', 'stranger-2', 900],
    ],
  }),
  unknown({
    name: 'a twentieth from a licensed exchange, the rest from strangers',
    expected: 'too little to rate: N/A',
    subject: 'wallet',
    stars: [0, 0],
    moves: [
      ['licensed-exchange', 'wallet', 50],
      ['stranger', 'wallet', 950],
    ],
  }),
  unknown({
    name: 'under a third from a licensed exchange, the rest from strangers',
    expected: 'no risk found, limited coverage: four stars',
    subject: 'wallet',
    stars: [4, 4],
    moves: [
      ['licensed-exchange', 'wallet', 300],
      ['stranger', 'wallet', 700],
    ],
  }),
  unknown({
    name: 'strangers, and a little scam money',
    expected: 'a risk that is found counts, however little else is known: three stars',
    subject: 'wallet',
    stars: [3, 3],
    moves: [
      ['scammer', 'wallet', 20],
      ['stranger', 'wallet', 980],
    ],
  }),
  unknown({
    name: 'known party of no category, without a transfer',
    expected: 'such a label does not decide: N/A',
    subject: 'party',
    own: { category: 'other_entities' },
    stars: [0, 0],
  }),
  unknown({
    name: 'weakly labelled exchange, without a transfer',
    expected: 'a weak harmless label does not decide: N/A',
    subject: 'party',
    own: { category: 'exchange_licensed', confidence: 40 },
    stars: [0, 0],
  }),
  unknown({
    name: 'paid by an address with a rumour about it',
    expected: 'a heuristic label neither ends the walk nor counts: N/A',
    subject: 'wallet',
    stars: [0, 0],
    labels: { rumoured: [{ category: 'scam', confidence: 10 }] },
    moves: [['rumoured', 'wallet', 1000]],
  }),
  unknown({
    name: 'dust from a sanctioned party as the only inflow',
    expected: 'too small to condemn, not enough to trust: four stars',
    subject: 'wallet',
    stars: [4, 4],
    moves: [['sanctioned-party', 'wallet', 0.5]],
  }),
];
