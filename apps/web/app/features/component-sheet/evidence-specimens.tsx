import { EvidenceTable, type Flow, MarksRow, RiskFlow } from '@assay/ui';
import { Specimen } from './specimen.tsx';

/** Made up, to show every group, an arc that is drawn wider than its share, and a long path. */
const INCOMING: Flow = {
  totalUsd: 48_211.5,
  groups: [
    {
      key: 'high',
      items: [
        { id: 'mixer', title: 'Mixer', share: 0.021, usd: 1012.44 },
        { id: 'scam', title: 'Scam', share: 0.004, usd: 192.85 },
      ],
    },
    { key: 'mid', items: [{ id: 'online_wallet', title: 'Online wallet', share: 0.116, usd: 5592.53 }] },
    { key: 'low', items: [{ id: 'exchange_licensed', title: 'Exchange licensed', share: 0.73, usd: 35_194.4 }] },
    { key: 'none', items: [{ id: 'unknown_origin', title: 'Unknown origin', share: 0.129, usd: 6219.28 }] },
  ],
};

const SUBJECT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const STEP = { transactionId: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16', time: '2024-05-02' };

const LINES = [
  {
    id: 'mixer',
    group: 'high',
    category: 'Mixer',
    entity: 'Some mixer',
    layer: 'indirect',
    share: 0.021,
    usd: 1012.44,
    amount: '0.021 BTC',
    hops: '3',
    remarks: ['Too small to count'],
    paths: [
      {
        hops: 3,
        steps: ['a', 'b', 'c'].map((from, index) => ({
          ...STEP,
          from: `1source${from}xxxxxxxxxxxxxxxxxxx`,
          to: index === 2 ? SUBJECT : `1source${'bcd'[index]}xxxxxxxxxxxxxxxxxxx`,
          amount: '0.021 BTC',
        })),
      },
    ],
  },
] as const;

export function EvidenceSpecimens() {
  return (
    <>
      <Specimen title="Donut and legend">
        <div className="specimen-sheet">
          <RiskFlow incoming={INCOMING} outgoing={null} />
        </div>
      </Specimen>
      <Specimen title="Evidence table">
        <EvidenceTable caption="Why this score" lines={LINES} subject={SUBJECT} />
      </Specimen>
      <Specimen title="Marks row">
        <MarksRow ticker="BTC" score={4} year={2026} />
        <MarksRow ticker="ETH" score={0} year={2026} />
      </Specimen>
    </>
  );
}
