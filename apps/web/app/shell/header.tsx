import { ASSETS } from '@assay/domain';
import { OfficeMark } from '@assay/ui';
import { useEffect, useState } from 'react';
import { SearchPanel } from '../features/check/index.ts';
import { SiteLink } from './site-link.tsx';
import { useProductName } from './site-settings.ts';

/** `landing`: clear at the top, with the small panel once the hero form is out of sight. `search`: panel always. */
export type HeaderTheme = 'landing' | 'search' | 'plain';

/** Height scrolled before the landing header takes paper and a rule, in px. */
const CLEAR_PX = 8;

export const HERO_FORM_ID = 'hero-form';

export function Header({ theme }: { readonly theme: HeaderTheme }) {
  const isScrolled = useScrolled(theme === 'landing');
  const isHeroGone = useOutOfSight(theme === 'landing' ? HERO_FORM_ID : null);
  const hasSearch = theme === 'search' || isHeroGone;
  const productName = useProductName();
  const [firstAsset] = ASSETS;
  return (
    <header
      className={hasSearch ? 'header has-search' : 'header'}
      data-theme-landing={theme === 'landing' && !isScrolled ? '' : undefined}
    >
      <div className="wrap-wide header-in">
        <SiteLink className="logo" to="/">
          <OfficeMark className="logo-mark" />
          {productName}
        </SiteLink>
        {hasSearch && firstAsset !== undefined && (
          <div className="header-search">
            <SearchPanel variant="compact" asset={firstAsset} />
          </div>
        )}
      </div>
    </header>
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
