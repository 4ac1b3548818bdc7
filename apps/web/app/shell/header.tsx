import { FIRST_ASSET } from '@assay/domain';
import { OfficeMark } from '@assay/ui';
import { useEffect, useState } from 'react';
import { SearchPanel } from '../features/check/index.ts';
import { HeaderNav } from './header-nav.tsx';
import { useSession } from './session/session.tsx';
import { SiteLink } from './site-link.tsx';
import { useHasLandingHeaderSearch, useProductName } from './site-settings.ts';

/** `landing`: clear at the top, with the small panel once the hero form is out of sight. `search`: panel always. */
export type HeaderTheme = 'landing' | 'search' | 'plain';

/** Height scrolled before the landing header takes paper and a rule, in px. */
const CLEAR_PX = 8;

export const HERO_FORM_ID = 'hero-form';

/** The fixed header: theme 'landing-hello' for guests, normal for who is signed in (row ROUTE-11). */
export function Header({ theme }: { readonly theme: HeaderTheme }) {
  const { user } = useSession();
  const isScrolled = useScrolled(theme === 'landing');
  const isWatchingHero = useHasLandingHeaderSearch() && theme === 'landing';
  const isHeroGone = useOutOfSight(isWatchingHero ? HERO_FORM_ID : null);
  const hasSearch = theme === 'search' || isHeroGone;
  return (
    <header
      className={hasSearch ? 'header has-search' : 'header'}
      data-header={user === null ? 'landing-hello' : 'normal'}
      data-theme-landing={theme === 'landing' && !isScrolled ? '' : undefined}
    >
      <div className="wrap-wide header-in">
        <Logo />
        {hasSearch && (
          <div className="header-search">
            <SearchPanel variant="compact" asset={FIRST_ASSET} />
          </div>
        )}
        <HeaderNav user={user} />
      </div>
    </header>
  );
}

/** Nothing but the logo: where nobody is to be led away. */
export function LogoHeader() {
  return (
    <header className="header">
      <div className="wrap-wide header-in">
        <Logo />
      </div>
    </header>
  );
}

function Logo() {
  return (
    <SiteLink className="logo" to="/">
      <OfficeMark className="logo-mark" />
      {useProductName()}
    </SiteLink>
  );
}

function useScrolled(isWatched: boolean): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    if (!isWatched) return;
    const look = () => setScrolled(window.scrollY > CLEAR_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [isWatched]);
  return isScrolled;
}

function useOutOfSight(elementId: string | null): boolean {
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    const element = elementId === null ? null : document.getElementById(elementId);
    if (element === null) return setGone(false);
    const watcher = new IntersectionObserver(([entry]) => setGone(entry !== undefined && !entry.isIntersecting));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [elementId]);
  return isGone;
}
