import type { CheckState } from '@assay/contracts';
import { AssetName, Certificate, RiskMark, Rosette, Spinner } from '@assay/ui';
import { nameOfAddress } from '@assay/wording';
import {
  announce,
  describeCalls,
  describeExplained,
  describeFacts,
  describePhase,
  type FactLine,
} from './progress-words.ts';
import { ResultBar } from './result-page.tsx';
import type { FollowedCheck } from './use-check-state.ts';

const HEADLINE_ID = 'verdict';

export interface RunningCheckProps extends Pick<FollowedCheck, 'facts' | 'progress' | 'isCancelling'> {
  readonly state: Extract<CheckState, { status: 'running' }>;
  readonly productName: string;
  /** Null where somebody else's check runs. */
  readonly onCancel: (() => void) | null;
}

/** The empty sheet while the money is followed: first what lists say, then how far it is. No star shows early. */
export function RunningCheck({ state, productName, facts, progress, isCancelling, onCancel }: RunningCheckProps) {
  const done = Math.max(state.progress, progress?.progress ?? 0);
  const percent = Math.round(done * 100);
  const lines = progress === null ? [] : progressLines(progress);
  return (
    <div className="wrap">
      <ResultBar ticker={state.ticker} of={state.payment?.direction} />
      <Certificate productName={productName} id={state.sub_id} labelledBy={HEADLINE_ID}>
        <section className="verdict">
          <div className="verdict-text">
            <p className="running-mark">
              <Spinner />
            </p>
            <h2 id={HEADLINE_ID}>Following the money.</h2>
            <p>The result appears here when ready. Bookmark this page to come back.</p>
            <progress max={100} value={percent} aria-label="Progress of the check">
              {percent}%
            </progress>
            <p className="running-phase">{describePhase(progress, state.phase)}</p>
            {onCancel !== null && (
              <p className="running-acts">
                <button type="button" className="btn btn-line" disabled={isCancelling} onClick={onCancel}>
                  Cancel the check
                </button>
                <span className="hint">A cancelled check costs nothing.</span>
              </p>
            )}
            <p className="sr" role="status">
              {announce(facts, progress)}
            </p>
          </div>
          <Rosette id={state.sub_id} stage={stageOf(done)} withOffice />
        </section>
        <dl className="fields">
          <div>
            <dt>Asset</dt>
            <dd>
              <AssetName ticker={state.ticker} parent={state.parent} />
            </dd>
          </div>
          <div className="wide">
            <dt>{nameOfAddress(state.payment)}</dt>
            <dd>
              <span className="mono addr">{state.address}</span>
            </dd>
          </div>
        </dl>
        {facts !== null && (
          <FactList id="first-facts" title="What lists say about this address" lines={describeFacts(facts)} />
        )}
        {lines.length > 0 && <FactList id="so-far" title="So far" lines={lines} />}
        <noscript>
          <p className="why">Reload this page to see whether the result is ready.</p>
        </noscript>
      </Certificate>
    </div>
  );
}

function progressLines(progress: NonNullable<FollowedCheck['progress']>): readonly FactLine[] {
  const calls = describeCalls(progress);
  const explained = describeExplained(progress);
  return [
    ...(calls === null ? [] : [{ term: 'Read', fact: calls, isGrave: false }]),
    ...(explained === null ? [] : [{ term: 'Identified', fact: explained, isGrave: false }]),
  ];
}

function FactList({
  id,
  title,
  lines,
}: {
  readonly id: string;
  readonly title: string;
  readonly lines: readonly FactLine[];
}) {
  return (
    <section className="cert-sec" aria-labelledby={id}>
      <div className="cert-sec-head">
        <h2 id={id}>{title}</h2>
      </div>
      <dl className="facts running-facts">
        {lines.map(({ term, fact, isGrave }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className={isGrave ? 'is-grave' : undefined}>
              {isGrave && <RiskMark risk="high" />}
              {fact}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The further the check, the more of the rosette is drawn; the rings close with the result. */
function stageOf(progress: number): 1 | 2 | 3 {
  if (progress < 0.34) return 1;
  return progress < 0.67 ? 2 : 3;
}
