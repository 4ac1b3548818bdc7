import type { CheckState } from '@assay/contracts';
import { AssetName, Certificate, Rosette, Spinner } from '@assay/ui';
import { ResultBar } from './result-page.tsx';

const HEADLINE_ID = 'verdict';

export interface RunningCheckProps {
  readonly state: Extract<CheckState, { status: 'running' }>;
  readonly productName: string;
}

/** The empty sheet while the money is followed. No star shows before the result stands. */
export function RunningCheck({ state, productName }: RunningCheckProps) {
  const percent = Math.round(state.progress * 100);
  return (
    <div className="wrap">
      <ResultBar ticker={state.ticker} />
      <Certificate productName={productName} id={state.sub_id} labelledBy={HEADLINE_ID}>
        <section className="verdict">
          <div className="verdict-text">
            <p className="running-mark">
              <Spinner />
            </p>
            <h2 id={HEADLINE_ID}>Following the money.</h2>
            <p>This page shows the result as soon as it stands. You can keep the address of the page and come back.</p>
            <progress max={100} value={percent} aria-label="Progress of the check">
              {percent}%
            </progress>
            <p className="sr" role="status">
              The check is running
            </p>
          </div>
          <Rosette id={state.sub_id} stage={stageOf(state.progress)} withOffice />
        </section>
        <dl className="fields">
          <div>
            <dt>Asset</dt>
            <dd>
              <AssetName ticker={state.ticker} parent={state.parent} />
            </dd>
          </div>
          <div className="wide">
            <dt>Wallet address</dt>
            <dd>
              <span className="mono addr">{state.address}</span>
            </dd>
          </div>
        </dl>
        <noscript>
          <p className="why">Reload this page to see whether the result stands.</p>
        </noscript>
      </Certificate>
    </div>
  );
}

/** The further the check, the more of the rosette stands; the rings close with the result. */
function stageOf(progress: number): 1 | 2 | 3 {
  if (progress < 0.34) return 1;
  return progress < 0.67 ? 2 : 3;
}
