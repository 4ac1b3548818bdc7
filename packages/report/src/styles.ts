import type { TextStyle } from './fonts/measure.ts';
import { PALETTE } from './palette.ts';

/** The certificate's type. Nothing is set smaller than 7.9 points. */
export const STYLE = {
  office: { face: 'sansSemi', sizePoints: 10.5, colour: PALETTE.ink },
  number: { face: 'mono', sizePoints: 9, colour: PALETTE.ink2 },
  headline: { face: 'sansMedium', sizePoints: 20.25, colour: PALETTE.ink, tracking: -0.024 },
  body: { face: 'sans', sizePoints: 10.5, colour: PALETTE.ink2 },
  small: { face: 'sans', sizePoints: 8.6, colour: PALETTE.ink2 },
  section: { face: 'sansMedium', sizePoints: 12.75, colour: PALETTE.ink, tracking: -0.018 },
  subsection: { face: 'sansMedium', sizePoints: 10.5, colour: PALETTE.ink },
  label: { face: 'sans', sizePoints: 8.6, colour: PALETTE.ink3 },
  strong: { face: 'sansSemi', sizePoints: 10.5, colour: PALETTE.ink },
  fact: { face: 'sans', sizePoints: 10.5, colour: PALETTE.ink },
  address: { face: 'mono', sizePoints: 9.4, colour: PALETTE.ink },
  cell: { face: 'sans', sizePoints: 8.6, colour: PALETTE.ink },
  cellStrong: { face: 'sansMedium', sizePoints: 8.6, colour: PALETTE.ink },
  cellQuiet: { face: 'sans', sizePoints: 7.9, colour: PALETTE.ink3 },
  cellNumber: { face: 'mono', sizePoints: 8.6, colour: PALETTE.ink },
  code: { face: 'mono', sizePoints: 7.9, colour: PALETTE.ink2 },
} as const satisfies Record<string, TextStyle>;

/** Distance of one baseline from the next, as a part of the size. */
export const LEADING = 1.45;
