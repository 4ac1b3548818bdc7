import { type RefObject, useEffect } from 'react';

/**
 * Lays out the sections far below one by one when the browser is idle (the others when they come near the viewport, see
 * landing-below.css), so that a jump, a print or a screenshot of the page does not wait for them.
 */
export function useIdleLayout(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const sections = [...(page.current?.querySelectorAll<HTMLElement>(':scope > section') ?? [])];
    let isLeft = false;
    function next() {
      const section = sections.shift();
      if (section === undefined || isLeft) return;
      section.style.contentVisibility = 'visible';
      whenIdle(next);
    }
    whenIdle(next);
    return () => {
      isLeft = true;
    };
  }, [page]);
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 1000 });
  else setTimeout(run, 50);
}
