import { layDonut } from '@assay/figures';
import { countCategories, formatShare, formatUsd, RESULT_WORDS } from '@assay/wording';
import { useId } from 'react';
import type { Flow } from './flow.ts';
import { HatchPatterns, hatchFill } from './hatch.tsx';

export interface DonutProps {
  readonly flow: Flow;
  /** 'Incoming' or 'Outgoing'. */
  readonly direction: string;
  /** Id of the picked item, null when none is. */
  readonly picked: string | null;
}

/** The ring is decoration for the legend beside it: the legend is the accessible chart. */
export function Donut({ flow, direction, picked }: DonutProps) {
  const prefix = useId();
  const donut = layDonut(flow.groups);
  const items = flow.groups.flatMap((group) => group.items);
  const item = items.find((candidate) => candidate.id === picked);
  return (
    <div className="flow-fig">
      <figure className="donut">
        <svg viewBox={donut.viewBox} aria-hidden="true">
          <HatchPatterns prefix={prefix} />
          {donut.arcs.map((arc) => {
            const path = arc.id === picked ? arc.raisedPath : arc.path;
            return (
              <g key={arc.id} className="arc" data-group={arc.group} data-dimmed={dimmed(picked, arc.id === picked)}>
                <path className="tone" data-tone={arc.tone} d={path} />
                {arc.hatched && <path d={path} fill={hatchFill(prefix, arc.group)} />}
              </g>
            );
          })}
          {donut.brackets.map((bracket) => (
            <path
              key={bracket.group}
              className="bracket"
              data-group={bracket.group}
              data-dimmed={dimmed(picked, holds(flow, bracket.group, picked))}
              d={bracket.path}
            />
          ))}
        </svg>
        <figcaption className="donut-mid" aria-live="polite">
          {item === undefined ? (
            <>
              <span className="k">{direction}</span>
              <span className="v">
                {flow.totalUsd === null ? formatShare(identified(flow)) : formatUsd(flow.totalUsd)}
              </span>
              <span className="s">{flow.totalUsd === null ? `identified, ${countWords(flow)}` : countWords(flow)}</span>
            </>
          ) : (
            <>
              <span className="k">{item.title}</span>
              <span className="v">{formatShare(item.share)}</span>
              {item.usd !== null && <span className="s num">{formatUsd(item.usd)}</span>}
            </>
          )}
        </figcaption>
      </figure>
      {donut.widened && <p className="hint">{RESULT_WORDS.widened}</p>}
    </div>
  );
}

function dimmed(picked: string | null, kept: boolean): '' | undefined {
  return picked !== null && !kept ? '' : undefined;
}

function holds(flow: Flow, key: string, id: string | null): boolean {
  return flow.groups.some((group) => group.key === key && group.items.some((item) => item.id === id));
}

/** 0 to 1. */
function identified({ groups }: Flow): number {
  const shares = groups.flatMap(({ key, items }) => (key === 'none' ? [] : items.map(({ share }) => share)));
  return shares.reduce((sum, share) => sum + share, 0);
}

function countWords({ groups }: Flow): string {
  const count = groups.reduce((sum, group) => (group.key === 'none' ? sum : sum + group.items.length), 0);
  return countCategories(count);
}
