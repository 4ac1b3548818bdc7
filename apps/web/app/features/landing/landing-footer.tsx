import { OfficeMark } from '@assay/ui';
import type { OperatorFacts } from '../../context/load-context.ts';
import { useProductName } from '../../shell/layout/site-settings.ts';
import { SiteLink } from '../../shell/navigation/site-link.tsx';
import { OperatorPages, SocialLinks } from './operator-links.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

export function LandingFooter({ operator }: { readonly operator: OperatorFacts }) {
  const productName = useProductName();
  return (
    <footer className="footer">
      <div className="wrap-wide">
        <div className="foot-sub">
          <h2>Get notified when we add assets and networks</h2>
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
            <SiteLink to="/developers">API</SiteLink>
            <OperatorPages operator={operator} />
          </nav>
          <nav aria-label="Legal">
            <SiteLink to="/terms-of-service">Terms of Service</SiteLink>
            <SiteLink to="/privacy-policy">Privacy Policy</SiteLink>
          </nav>
          <SocialLinks urls={operator.socialUrls} />
        </div>
        <p className="disclaimer">
          {productName} gives no investment advice and offers no crypto exchange or wallet services. A check is for
          information only and is provided as is.
        </p>
      </div>
    </footer>
  );
}
