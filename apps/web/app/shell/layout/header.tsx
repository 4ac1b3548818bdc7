import { OfficeMark } from '@assay/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { SiteLink } from '../navigation/site-link.tsx';
import { useSession } from '../session/session.tsx';
import { HeaderNav } from './header-nav.tsx';
import { useHasLandingHeaderSearch, useProductName } from './site-settings.ts';

/** `landing`: clear at the top, with the small panel once the hero form is out of sight. `search`: panel always. */
export type HeaderTheme = 'landing' | 'search' | 'plain';

/** Height scrolled before the landing header takes paper and a rule, in px. */
const CLEAR_PX = 8;

export const HERO_FORM_ID = 'hero-form';

export interface HeaderProps {
  readonly theme: HeaderTheme;
  /** The small search panel. */
  readonly search: ReactNode;
}

/** The fixed header: theme 'landing-hello' for guests, normal for signed-in users (row ROUTE-11). */
export function Header({ theme, search }: HeaderProps) {
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
        {hasSearch && <div className="header-search">{search}</div>}
        <HeaderNav user={user} />
      </div>
    </header>
  );
}

/** Only the logo, for pages that should have no other link. */
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
