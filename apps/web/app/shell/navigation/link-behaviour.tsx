import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { currentPrefetchMode, onPrefetchModeChange, type PrefetchMode } from './prefetch.ts';
import { isMotionReduced, onMotionChange } from './reduced-motion.ts';
import { isSiteOutdated, onSiteOutdated } from './site-version.ts';

/** How the links of the page behave at the moment. */
interface LinkBehaviour {
  /** How early other pages may be fetched. */
  readonly prefetch: PrefetchMode;
  /** Whether the user prefers reduced motion. Unknown on the server, where nothing moves. */
  readonly isStill: boolean;
  /** Whether every link loads its page in full, with a newer build. */
  readonly isOutdated: boolean;
}

const ON_THE_SERVER: LinkBehaviour = { prefetch: 'none', isStill: true, isOutdated: false };

const LinkBehaviourContext = createContext<LinkBehaviour>(ON_THE_SERVER);

/**
 * Notifies all links of a change at once and with low priority: a page has dozens of them, and none may delay
 * somebody who is typing.
 */
export function LinkBehaviourProvider({ children }: { readonly children: ReactNode }) {
  const [behaviour, setBehaviour] = useState(ON_THE_SERVER);

  useEffect(() => {
    const notify = () =>
      startTransition(() =>
        setBehaviour({ prefetch: currentPrefetchMode(), isStill: isMotionReduced(), isOutdated: isSiteOutdated() }),
      );
    notify();
    const stops = [onPrefetchModeChange(notify), onMotionChange(notify), onSiteOutdated(notify)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);

  return <LinkBehaviourContext value={behaviour}>{children}</LinkBehaviourContext>;
}

export function useLinkBehaviour(): LinkBehaviour {
  return useContext(LinkBehaviourContext);
}
