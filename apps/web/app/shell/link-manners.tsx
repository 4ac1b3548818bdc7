import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { currentPrefetchMode, onPrefetchModeChange, type PrefetchMode } from './prefetch.ts';
import { isMotionReduced, onMotionChange } from './reduced-motion.ts';
import { isSiteOutdated, onSiteOutdated } from './site-version.ts';

/** How the links of the page behave at the moment. */
interface LinkManners {
  /** How early other pages may be fetched. */
  readonly prefetch: PrefetchMode;
  /** Whether the person asked for less motion. On the server nobody knows, and nothing moves. */
  readonly isStill: boolean;
  /** Whether every way to another page loads it anew, with a newer build. */
  readonly isOutdated: boolean;
}

const ON_THE_SERVER: LinkManners = { prefetch: 'none', isStill: true, isOutdated: false };

const MannersContext = createContext<LinkManners>(ON_THE_SERVER);

/**
 * Says to all links what has changed, in one go and without hurry: a page has dozens of them, and none is worth keeping
 * somebody waiting who is typing.
 */
export function LinkMannersProvider({ children }: { readonly children: ReactNode }) {
  const [manners, setManners] = useState(ON_THE_SERVER);

  useEffect(() => {
    const tell = () =>
      startTransition(() =>
        setManners({ prefetch: currentPrefetchMode(), isStill: isMotionReduced(), isOutdated: isSiteOutdated() }),
      );
    tell();
    const stops = [onPrefetchModeChange(tell), onMotionChange(tell), onSiteOutdated(tell)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  return <MannersContext value={manners}>{children}</MannersContext>;
}

export function useLinkManners(): LinkManners {
  return useContext(MannersContext);
}
