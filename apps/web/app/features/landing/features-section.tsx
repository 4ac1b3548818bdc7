import { CATEGORIES, type Category } from '@assay/domain';
import { Icon, RiskMark } from '@assay/ui';
import { RISK_WORDS } from '@assay/wording';
import { useProductName } from '../../shell/layout/site-settings.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { CertificateCrop } from './certificate-crop.tsx';
import type { Example } from './example.ts';

/** Enough to show the three groups; the method page lists all. */
const SHOWN_CATEGORIES: readonly Category[] = [
  'sanctions',
  'mixer',
  'online_wallet',
  'exchange_licensed',
  'payment_processor',
];

export function FeaturesSection({ example }: { readonly example: Example | null }) {
  const productName = useProductName();
  return (
    <section className="features" id="features">
      <div className="wrap-wide">
        <h2>What is behind a score</h2>
        <div className="feat-grid">
          <article className="feat feat-pdf">
            <h3>Signed PDF reports</h3>
            <p>
              Every check can be saved as a certificate with a digital signature and the rosette of that check. Keep it
              on file for your bank, exchange or auditor.
            </p>
            <CertificateCrop example={example} productName={productName} />
          </article>
          <article className="feat">
            <h3>Authoritative data sources</h3>
            <p>
              The same sources that major exchanges and custody services use to decide whose assets they freeze.{' '}
              <SiteLink className="link" to="/sources">
                Sources and coverage
              </SiteLink>{' '}
              lists each of them.
            </p>
            <ul className="feat-cats">
              {SHOWN_CATEGORIES.map((id) => (
                <li key={id}>
                  <RiskMark risk={CATEGORIES[id].group} />
                  {CATEGORIES[id].title}
                  <span>{RISK_WORDS[CATEGORIES[id].group]}</span>
                </li>
              ))}
            </ul>
          </article>
          <article className="feat">
            <h3>Shareable risk score</h3>
            <p>Send the link to a counterparty. They see the same result you do, without an account.</p>
            {example !== null && (
              <SiteLink className="feat-link" prefetch="hover" to={`/riskcheck/${example.sub_id}`}>
                <span className="sr">See an example: </span>
                <span className="mono">/riskcheck/{example.sub_id}</span>
                <Icon name="right" small />
              </SiteLink>
            )}
            <SiteLink className="btn btn-line" to="/register">
              Create account
            </SiteLink>
          </article>
        </div>
      </div>
    </section>
  );
}
