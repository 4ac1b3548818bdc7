/** How many slides there are, and how long the last one waits before it shows. */
export const SLIDE_COUNT = 4;
export const LAST_SLIDE_DELAY_MS = 700;

/** Widths in px at which the slides change how they stand: beside a smaller picture, unpinned, in less room. */
export const SLIDE_BREAKPOINTS_PX = [1038, 769, 545] as const;

/** Pinned and cross-faded only where there is room, and motion is welcome. The style sheet says the same. */
export const PINNED_MEDIA = `(min-width: ${SLIDE_BREAKPOINTS_PX[1] + 1}px) and (min-height: 640px) and (prefers-reduced-motion: no-preference)`;

export interface TrackBox {
  /** Of the track, seen from the top of the window, in px. */
  readonly top: number;
  readonly height: number;
}

/**
 * Which slide scrolling has come to, from 0. The track is scrolled through while its content is pinned; each slide has
 * an equal part of that way.
 *
 * @example slideAt({ top: -900, height: 2700 }, 900, 4) // 2: half of the way
 */
export function slideAt(track: TrackBox, windowHeight: number, count: number): number {
  const way = track.height - windowHeight;
  if (way <= 0) return 0;
  const progress = Math.min(1, Math.max(0, -track.top / way));
  return Math.min(count - 1, Math.floor(progress * count));
}
