import type { AskedBy, CheckAsset, FormerResult, ResultOf3, WithdrawnLabel } from '@assay/contracts';
import { Certificate, Icon, MarksRow, RiskFlow } from '@assay/ui';
import { nameOfCaller } from '@assay/wording';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ResultTabs } from '../../shell/navigation/result-tabs.tsx';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { Facts } from './facts.tsx';
import { readFlow } from './flow-data.ts';
import { RiskGuide } from './risk-guide.tsx';
import { Verdict, VerdictOf3 } from './verdict.tsx';
import { Why } from './why.tsx';

/** Drawn by the server; its code comes after the page. */
const FlowPictures = lazy(() => import('./flow-picture.tsx'));
const ResultBasis = lazy(() => import('./result-basis.tsx'));

const HEADLINE_ID = 'verdict';

export interface ResultPageProps {
  readonly asset: CheckAsset;
  /** Labels that were withdrawn after the result. */
  readonly withdrawn?: readonly WithdrawnLabel[];
  /** Who asked for it; for members of its company alone. */
  readonly askedBy?: AskedBy | undefined;
  readonly productName: string;
  readonly isFresh: boolean;
  /** What can be done with the result, in the bar: left and right of 'New check'. */
  readonly share?: ReactNode;
  readonly download?: ReactNode;
  /** Shown between the bar and the certificate. */
  readonly notice?: ReactNode;
  /** Shown below the certificate, which it is no part of. */
  readonly children?: ReactNode;
}

/** A finished check, by the version of the method that it was made with. */
export function ResultPage({ asset, ...props }: ResultPageProps) {
  return asset.method_version === '3' ? (
    <ResultPageOf3 {...props} asset={asset} />
  ) : (
    <FormerResultPage {...props} asset={asset} />
  );
}

/** Stars or a finding, and what is said of it; its evidence is not drawn yet. */
function ResultPageOf3(props: ResultPageProps & { readonly asset: ResultOf3 }) {
  const { asset, askedBy, productName, isFresh, share, notice, children } = props;
  return (
    <div className="wrap">
      <ResultBar ticker={asset.ticker} of={asset.payment?.direction} share={share} />
      {askedBy !== undefined && (
        <p className="asked-by">Checked by {nameOfCaller(askedBy)}. Only members see who it was.</p>
      )}
      {notice}
      <Certificate productName={productName} id={asset.sub_id} labelledBy={HEADLINE_ID} isUnsigned>
        <VerdictOf3 asset={asset} headlineId={HEADLINE_ID} isFresh={isFresh} />
        <Facts asset={asset} />
      </Certificate>
      {children}
    </div>
  );
}

/** The certificate of a finished check, and below it what the categories mean. */
function FormerResultPage(props: ResultPageProps & { readonly asset: FormerResult }) {
  const { asset, withdrawn = [], askedBy, productName, isFresh, share, download, notice, children } = props;
  const [isGuideOpen, setGuideOpen] = useState(false);
  return (
    <div className="wrap">
      <ResultBar ticker={asset.ticker} of={asset.payment?.direction} share={share} download={download} />
      <ResultTabs subId={asset.sub_id} current="result" />
      {askedBy !== undefined && (
        <p className="asked-by">Checked by {nameOfCaller(askedBy)}. Only members see who it was.</p>
      )}
      {notice}
      <Certificate
        productName={productName}
        id={asset.sub_id}
        labelledBy={HEADLINE_ID}
        isUnsigned={asset.payment?.is_pending === true}
      >
        <Verdict
          asset={asset}
          productName={productName}
          headlineId={HEADLINE_ID}
          isFresh={isFresh}
          onLearnMore={() => setGuideOpen(true)}
        />
        <Facts asset={asset} />
        <RiskFlow
          incoming={readFlow(asset.connections.incoming, asset.signals.bwd)}
          outgoing={readFlow(asset.connections.outgoing, asset.signals.fwd)}
          only={onlyDirection(asset)}
        />
        <Suspense fallback={null}>
          <FlowPictures evidence={asset.evidence} payment={asset.payment} />
        </Suspense>
        <Why asset={asset} />
        <Suspense fallback={null}>
          <ResultBasis asset={asset} withdrawn={withdrawn} />
        </Suspense>
        <footer className="cert-foot">
          <MarksRow ticker={asset.ticker} score={asset.riskscore} year={new Date(asset.created_at).getUTCFullYear()} />
          <p>
            Anyone with report id <span className="mono">{asset.sub_id}</span> sees the same result
            {asset.payment?.is_pending !== true && (
              <>
                {' '}
                and can{' '}
                <SiteLink className="link" to={`/verify/${asset.sub_id}`}>
                  verify it
                </SiteLink>
              </>
            )}
            . For information only, as is.
          </p>
        </footer>
      </Certificate>
      {children}
      <RiskGuide verdict={asset.verdict} isOpen={isGuideOpen} onToggle={() => setGuideOpen(!isGuideOpen)} />
    </div>
  );
}

/** A payment has one direction: the other one is not empty, it does not exist. */
function onlyDirection({ payment }: FormerResult): 'incoming' | 'outgoing' | undefined {
  if (payment === undefined) return undefined;
  return payment.direction === 'deposit' ? 'incoming' : 'outgoing';
}

interface ResultBarProps extends Pick<ResultPageProps, 'share' | 'download'> {
  readonly ticker: string;
  /** What the result is of; an address where it is not given. */
  readonly of?: 'deposit' | 'withdrawal' | undefined;
}

/** The page's title and what can be done with the result. */
export function ResultBar({ ticker, of, share, download }: ResultBarProps) {
  return (
    <div className="result-bar">
      <h1>
        Risk score for {ticker} {of ?? 'wallet address'}
      </h1>
      <div className="result-acts">
        {share}
        <SiteLink className="btn btn-line" to="/">
          <Icon name="plus" />
          New check
        </SiteLink>
        {download}
      </div>
    </div>
  );
}
