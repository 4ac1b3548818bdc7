/** How one part of a mark is painted. `ink` is the mark's own colour, `cut` the paper that shows through. */
export interface MarkLayer {
  readonly path: string;
  readonly paint: 'ink' | 'cut' | 'inkLine' | 'cutLine';
  readonly opacity?: number;
  /** Width of a line, in units of the mark's box. */
  readonly width?: number;
  /** Dash and gap of a dotted line, in units. */
  readonly dash?: readonly [number, number];
}

/** A mark drawn in a square box that starts at 0 0. */
export interface Mark {
  readonly boxUnits: number;
  readonly layers: readonly MarkLayer[];
}

/** The cut corner: hallmarks, office mark and certificate frame, nothing else. */
export const OCTAGON_PATH = 'M6.5.6H25.5L31.4 6.5V25.5L25.5 31.4H6.5L.6 25.5V6.5Z';

/** The assay office: an A with a detached level bar, cut out of the octagon. */
export const OFFICE_MARK: Mark = {
  boxUnits: 32,
  layers: [
    { path: OCTAGON_PATH, paint: 'ink' },
    { path: 'M7.8 24.2 16 7.2l8.2 17', paint: 'cutLine', width: 2.5 },
    { path: 'M12.6 20.4H19.4', paint: 'cutLine', width: 2.3 },
  ],
};

/** Triangle, diamond, circle: the shape shows the group where colour cannot. `none` is a hollow square. */
export const RISK_MARKS = {
  high: { boxUnits: 14, layers: [{ path: 'M7 .8 13.6 12.8H.4z', paint: 'ink' }] },
  mid: { boxUnits: 14, layers: [{ path: 'M7 .4 13.6 7 7 13.6.4 7z', paint: 'ink' }] },
  low: { boxUnits: 14, layers: [{ path: 'M.8 7a6.2 6.2 0 1 1 12.4 0a6.2 6.2 0 1 1-12.4 0z', paint: 'ink' }] },
  none: { boxUnits: 14, layers: [{ path: 'M1.8 1.8H12.2V12.2H1.8z', paint: 'inkLine', width: 1.6 }] },
} as const satisfies Record<string, Mark>;
