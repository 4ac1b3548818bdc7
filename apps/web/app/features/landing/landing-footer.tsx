import { BrandGlyph, OfficeMark } from '@assay/ui';
import type { OperatorFacts } from '../../load-context.ts';
import { SiteLink } from '../../shell/site-link.tsx';
import { useProductName } from '../../shell/site-settings.ts';
import { SubscribeForm } from './subscribe-form.tsx';

const NETWORKS = [
  { key: 'x', name: 'X' },
  { key: 'telegram', name: 'Telegram' },
  { key: 'linkedin', name: 'LinkedIn' },
  { key: 'youtube', name: 'YouTube' },
  { key: 'instagram', name: 'Instagram' },
  { key: 'facebook', name: 'Facebook' },
] as const;

export function LandingFooter({ operator }: { readonly operator: OperatorFacts }) {
  const productName = useProductName();
  return (
    <footer className="footer">
      <div className="wrap-wide">
        <div className="foot-sub">
          <h2>Get a note when we add assets and networks</h2>
          <SubscribeForm />
        </div>
        <div className="foot-grid">
          <div>
            <SiteLink className="logo" to="/">
              <OfficeMark className="logo-mark" />
              {productName}
            </SiteLink>
          </div>
          <nav aria-label="Footer">
            <a href="#pricing">Pricing</a>
            <a href="#features">Features</a>
            <a href={`mailto:${operator.supportEmail}`}>Support</a>
            <a href={operator.blogUrl} rel="noreferrer">
              Blog
            </a>
          </nav>
          <nav aria-label="Legal">
            <SiteLink to="/terms-of-service">Terms of Service</SiteLink>
            <SiteLink to="/privacy-policy">Privacy Policy</SiteLink>
          </nav>
          <ul className="social">
            {NETWORKS.map(({ key, name }) => (
              <li key={key}>
                <a className="btn-icon" href={operator.socialUrls[key]} rel="noreferrer" aria-label={name}>
                  <BrandGlyph brand={key} />
                </a>
              </li>
            ))}
          </ul>
        </div>
        <p className="disclaimer">
          {productName} gives no investment advice and offers no crypto exchange or wallet services. A check is for
          information only and is provided as is.
        </p>
      </div>
    </footer>
  );
}
