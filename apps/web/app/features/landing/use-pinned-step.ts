import { type RefObject, useEffect, useState } from 'react';
import { LAST_SLIDE_DELAY_MS, PINNED_MEDIA, SLIDE_COUNT, slideAt } from './pinned-step.ts';

export interface PinnedStep {
  /** From 0; null where the slides are not pinned, and before the script has taken over. */
  readonly active: number | null;
  /** Where nothing is pinned, a pointer may choose. */
  readonly choose: (step: number) => void;
}

/** The slide that scrolling has come to. The last one becomes active 700 ms after the others would. */
export function usePinnedStep(track: RefObject<HTMLElement | null>): PinnedStep {
  const [active, setActive] = useState<number | null>(null);
  const [isPinned, setPinned] = useState(false);

  useEffect(() => {
    const media = window.matchMedia(PINNED_MEDIA);
    const look = () => setPinned(media.matches);
    look();
    media.addEventListener('change', look);
    return () => media.removeEventListener('change', look);
  }, []);

  useEffect(() => {
    if (!isPinned) return setActive(null);
    let frame = 0;
    let delay: ReturnType<typeof setTimeout> | null = null;

    function show(step: number) {
      if (step < SLIDE_COUNT - 1) {
        if (delay !== null) clearTimeout(delay);
        delay = null;
        setActive(step);
      } else {
        // The previous slide is shown until the last one may be.
        setActive((shown) => (shown === SLIDE_COUNT - 1 ? shown : SLIDE_COUNT - 2));
        delay ??= setTimeout(() => setActive(SLIDE_COUNT - 1), LAST_SLIDE_DELAY_MS);
      }
    }
    function look() {
      frame = 0;
      const box = track.current?.getBoundingClientRect();
      if (box !== undefined) show(slideAt(box, window.innerHeight, SLIDE_COUNT));
    }
    function schedule() {
      if (frame === 0) frame = requestAnimationFrame(look);
    }

    look();
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      if (delay !== null) clearTimeout(delay);
      window.removeEventListener('scroll', schedule);
      window.removeEventListener('resize', schedule);
    };
  }, [isPinned, track]);

  return { active, choose: (step) => !isPinned && setActive(step) };
}
