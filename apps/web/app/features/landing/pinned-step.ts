/** How many slides there are, and how long the last one waits before it shows. */
export const SLIDE_COUNT = 4;
export const LAST_SLIDE_DELAY_MS = 700;

/** Widths in px at which the layout of the slides changes: beside a smaller picture, unpinned, with less space. */
export const SLIDE_BREAKPOINTS_PX = [1038, 769, 545] as const;

/** Pinned and cross-faded only on large windows without reduced motion. The style sheet has the same condition. */
export const PINNED_MEDIA = `(min-width: ${SLIDE_BREAKPOINTS_PX[1] + 1}px) and (min-height: 640px) and (prefers-reduced-motion: no-preference)`;

export interface TrackBox {
  /** Of the track, seen from the top of the window, in px. */
  readonly top: number;
  readonly height: number;
}

/**
 * Which slide scrolling has come to, from 0. The track is scrolled through while its content is pinned; each slide has
 * an equal part of that distance.
 *
 * @example slideAt({ top: -900, height: 2700 }, 900, 4) // 2: half of the distance
 */
export function slideAt(track: TrackBox, windowHeight: number, count: number): number {
  const distance = track.height - windowHeight;
  if (distance <= 0) return 0;
  const progress = Math.min(1, Math.max(0, -track.top / distance));
  return Math.min(count - 1, Math.floor(progress * count));
}
