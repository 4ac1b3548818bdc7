import { useEffect, useRef } from 'react';
import { useMedia } from '../../shell/layout/use-media.ts';

/** At this width and below, the end of the page brings more. */
const NARROW = '(max-width: 640px)';

export interface LoadMoreProps {
  /** Whether there is more, and none of it is on its way. */
  readonly canLoad: boolean;
  readonly onMore: () => void;
}

/** Placed at the end of the history: on a phone, scrolling to the bottom adds to the page. */
export function LoadMore({ canLoad, onMore }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const isNarrow = useMedia(NARROW);

  useEffect(() => {
    if (end.current === null || !isNarrow || !canLoad) return;
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) onMore();
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isNarrow, canLoad, onMore]);

  return <div className="load-more" ref={end} />;
}
