import { useCallback } from 'react';
import {
  createPath,
  Link,
  type LinkProps,
  type NavigateOptions,
  type To,
  useLocation,
  useNavigate,
  useResolvedPath,
} from 'react-router';
import { useLinkBehaviour } from './link-behaviour.tsx';
import type { PrefetchMode } from './prefetch.ts';
import { isMotionReduced } from './reduced-motion.ts';
import { isSiteOutdated } from './site-version.ts';
import { useViewPrefetch } from './use-view-prefetch.ts';

export interface SiteLinkProps extends Omit<LinkProps, 'prefetch' | 'ref' | 'viewTransition'> {
  /** `hover` for long lists: a page with fifteen links must not fetch fifteen pages. */
  readonly prefetch?: PrefetchMode;
}

/**
 * Every link inside the site: fetches its page on hover and in view where the connection allows it, and changes pages
 * out-in. In place of the router's own `Link`.
 */
export function SiteLink({ prefetch = 'view', ...link }: SiteLinkProps) {
  const { prefetch: allowed, isStill, isOutdated } = useLinkBehaviour();
  const { pathname } = useResolvedPath(link.to);
  const isOtherPage = pathname !== useLocation().pathname;
  const ref = useViewPrefetch(pathname, isOtherPage && allowed === 'view' && prefetch === 'view');
  return (
    <Link
      reloadDocument={isOutdated}
      {...link}
      ref={ref}
      prefetch={allowed === 'none' || prefetch === 'none' ? 'none' : 'intent'}
      viewTransition={isOtherPage && !isStill}
    />
  );
}

/** Goes to a page of the site, out-in like {@link SiteLink}. In place of the router's own `useNavigate`. */
export function useSiteNavigate(): (to: To, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (to, options) => {
      if (isSiteOutdated() && isOtherPath(to))
        return window.location.assign(typeof to === 'string' ? to : createPath(to));
      await navigate(to, { viewTransition: isOtherPath(to) && !isMotionReduced(), ...options });
    },
    [navigate],
  );
}

function isOtherPath(to: To): boolean {
  const { pathname, href } = window.location;
  if (typeof to === 'string') return new URL(to, href).pathname !== pathname;
  return to.pathname !== undefined && to.pathname !== pathname;
}
