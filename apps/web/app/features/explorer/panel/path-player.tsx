import { countOf, formatCoins, formatShare, formatTime, titleOfShare } from '@assay/wording';
import { useId } from 'react';
import type { Explorer } from '../state/use-explorer.ts';

/** Follows one sample path transfer by transfer, in the order of time. */
export function PathPlayer({ explorer }: { readonly explorer: Explorer }) {
  const { graph, view, steps, look } = explorer;
  const id = useId();
  if (graph.paths.length === 0) return null;
  const path = view.path === null ? undefined : graph.paths[view.path.index];
  const step = Math.min(view.path?.step ?? 1, path?.steps.length ?? 1);
  const now = path?.steps[step - 1];
  const text =
    path === undefined || now === undefined
      ? ''
      : `Step ${step} of ${path.steps.length}: ${formatCoins(now.amount, graph.asset)}, ${formatTime(now.time)} UTC`;
  return (
    <div className="explorer-path">
      <label className="explorer-field" htmlFor={`${id}p`}>
        <span>Follow a path</span>
        <select
          className="input"
          id={`${id}p`}
          value={path === undefined || view.path === null ? '' : String(view.path.index)}
          onChange={(event) => {
            const index = event.currentTarget.value === '' ? null : Number(event.currentTarget.value);
            steps((before) => ({ ...before, path: index === null ? null : { index, step: 1 } }));
          }}
        >
          <option value="">None</option>
          {graph.paths.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paths have no name but their order.
            <option key={index} value={index}>
              {one.direction === 'incoming' ? 'From' : 'To'} {one.entity} ({titleOfShare(one.category)}),{' '}
              {formatShare(one.share)}, {countOf(one.steps.length, 'transfer')}
            </option>
          ))}
        </select>
      </label>
      {path !== undefined && view.path !== null && (
        <label className="explorer-field" htmlFor={`${id}s`}>
          <span aria-live="polite">{text}</span>
          <input
            id={`${id}s`}
            type="range"
            min={1}
            max={path.steps.length}
            value={step}
            aria-valuetext={text}
            onChange={(event) => {
              const wanted = event.currentTarget.valueAsNumber;
              const edge = path.steps[wanted - 1]?.edge ?? null;
              look((before) => ({
                ...before,
                path: before.path === null ? null : { ...before.path, step: wanted },
                selected: edge,
              }));
            }}
          />
        </label>
      )}
    </div>
  );
}
