import { OfficeMark } from '@assay/ui';
import { SiteLink } from '../../shell/site-link.tsx';
import { useProductName } from '../../shell/site-settings.ts';

export function LandingFooter() {
  const productName = useProductName();
  return (
    <footer className="footer">
      <div className="wrap-wide">
        <div className="foot-grid">
          <div>
            <SiteLink className="logo" to="/">
              <OfficeMark className="logo-mark" />
              {productName}
            </SiteLink>
          </div>
          <nav aria-label="Footer">
            <a href="#how">How it works</a>
            <a href="#coverage">Coverage</a>
          </nav>
        </div>
        <p className="disclaimer">
          {productName} gives no investment advice and offers no crypto exchange or wallet services. A check is for
          information only and is provided as is.
        </p>
      </div>
    </footer>
  );
}
