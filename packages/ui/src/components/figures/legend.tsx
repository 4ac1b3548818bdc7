import { formatShare } from '@assay/wording';
import { useId } from 'react';
import { RiskTag } from '../marks/risk-mark.tsx';
import type { Flow, FlowGroup } from './flow.ts';
import { HatchPatterns, hatchFill } from './hatch.tsx';

export interface LegendProps {
  readonly flow: Flow;
  readonly picked: string | null;
  readonly onPick: (id: string) => void;
}

const LAST_TONE = 4;

/** Every slice in words and numbers. A row is a button: pressing it highlights the slice in the ring or ends that. */
export function Legend({ flow, picked, onPick }: LegendProps) {
  return (
    <div className="legend" data-picked={picked === null ? undefined : ''}>
      {flow.groups.map((group) => (
        <LegendGroup key={group.key} group={group} picked={picked} onPick={onPick} />
      ))}
    </div>
  );
}

interface LegendGroupProps {
  readonly group: FlowGroup;
  readonly picked: string | null;
  readonly onPick: (id: string) => void;
}

function LegendGroup({ group, picked, onPick }: LegendGroupProps) {
  const prefix = useId();
  const sum = group.items.reduce((total, item) => total + item.share, 0);
  return (
    <section>
      <div className="legend-head">
        <RiskTag risk={group.key} />
        <span className="num">{formatShare(sum)}</span>
      </div>
      <ul>
        {group.items.map((item, order) => (
          <li key={item.id}>
            <button
              className="legend-row"
              type="button"
              aria-pressed={item.id === picked}
              onClick={() => onPick(item.id)}
            >
              <svg className="swatch" viewBox="0 0 16 16" data-group={group.key} aria-hidden="true">
                <HatchPatterns prefix={`${prefix}${order}`} />
                <rect className="tone" data-tone={Math.min(order, LAST_TONE)} width="16" height="16" />
                <rect width="16" height="16" fill={hatchFill(`${prefix}${order}`, group.key)} />
              </svg>
              <span>{item.title}</span>
              <span className="num">{formatShare(item.share)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
