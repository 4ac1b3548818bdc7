import { useState } from 'react';
import { Segmented } from '../controls/segmented.tsx';
import { Donut } from './donut.tsx';
import type { Flow } from './flow.ts';
import { Legend } from './legend.tsx';

export interface RiskFlowProps {
  /** Null where nothing is known of a direction. */
  readonly incoming: Flow | null;
  readonly outgoing: Flow | null;
  /** The only direction there can be, such as that of a payment; both by default. */
  readonly only?: Direction | undefined;
}

type Direction = 'incoming' | 'outgoing';

const CHOICES = [
  { value: 'incoming', label: 'Incoming' },
  { value: 'outgoing', label: 'Outgoing' },
] as const;

/** Donut, toggle and legend; one line where nothing is known. A highlight ends when the other direction lacks its category. */
export function RiskFlow({ incoming, outgoing, only }: RiskFlowProps) {
  const [direction, setDirection] = useState<Direction>(
    only ?? (incoming === null && outgoing !== null ? 'outgoing' : 'incoming'),
  );
  const [picked, setPicked] = useState<string | null>(null);
  const flows = { incoming, outgoing };
  const flow = flows[direction];

  function turn(next: Direction) {
    setDirection(next);
    const has = flows[next]?.groups.some((group) => group.items.some((item) => item.id === picked));
    if (has !== true) setPicked(null);
  }

  if (incoming === null && outgoing === null) {
    return (
      <section className="cert-sec">
        <div className="cert-sec-head">
          <h2>Risk flow</h2>
          <p className="hint">No flow data</p>
        </div>
      </section>
    );
  }
  return (
    <section className="cert-sec">
      <div className="cert-sec-head">
        <h2>Risk flow</h2>
        {only === undefined && <Segmented label="Direction" value={direction} choices={CHOICES} onChange={turn} />}
      </div>
      {flow === null ? (
        <p className="no-flow">No flow data</p>
      ) : (
        <div className="flow">
          <Donut flow={flow} direction={direction === 'incoming' ? 'Incoming' : 'Outgoing'} picked={picked} />
          <Legend flow={flow} picked={picked} onPick={(id) => setPicked(id === picked ? null : id)} />
        </div>
      )}
    </section>
  );
}
