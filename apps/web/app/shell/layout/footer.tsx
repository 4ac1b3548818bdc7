import { SiteLink } from '../navigation/site-link.tsx';

/** The line under every page but the landing, which has a footer of its own. */
export function SlimFooter() {
  return (
    <footer className="footer-slim">
      <div className="wrap-wide">
        <span>A check is for information only and is provided as is.</span>
        <SiteLink prefetch="hover" to="/method">
          How the score is made
        </SiteLink>
        <SiteLink prefetch="hover" to="/scorecard">
          Scorecard
        </SiteLink>
        <SiteLink prefetch="hover" to="/sources">
          Sources and coverage
        </SiteLink>
        <SiteLink prefetch="hover" to="/developers">
          API
        </SiteLink>
        <SiteLink prefetch="hover" to="/disputes">
          Disputes
        </SiteLink>
        <SiteLink prefetch="hover" to="/terms-of-service">
          Terms
        </SiteLink>
        <SiteLink prefetch="hover" to="/privacy-policy">
          Privacy
        </SiteLink>
      </div>
    </footer>
  );
}
