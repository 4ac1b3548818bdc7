import { type RefObject, useEffect } from 'react';

/**
 * What is far below is laid out when it comes near (styles/landing-below.css), or here: section by section in idle
 * moments, once the page listens, so that nobody who jumps down, prints or takes a picture of the page waits for it.
 */
export function useLaidOut(page: RefObject<HTMLElement | null>): void {
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
