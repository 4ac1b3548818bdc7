export interface LineLimits {
  readonly windowMs: number;
  /** Different lines of one name within a window; what comes beyond is only counted. */
  readonly linesPerName: number;
}

export const DEFAULT_LINE_LIMITS: LineLimits = { windowMs: 60_000, linesPerName: 20 };

/** What was left out of the log within a window. */
export interface LeftOut<Line> {
  /** Lines that were written once and came again. */
  readonly repeated: readonly { readonly line: Line; readonly times: number }[];
  /** By name: further lines of which none was written. */
  readonly unwritten: ReadonlyMap<string, number>;
}

export interface LineLimit<Line> {
  /** Whether the line is to be written now; else it is counted. `key` is equal for lines that say the same. */
  admit(name: string, key: string, line: Line): boolean;
  /** Ends the window: what it left out, once. */
  takeLeftOut(): LeftOut<Line>;
  /** Whether the window holds anything that {@link takeLeftOut} would report or reset. */
  readonly isEmpty: boolean;
}

/**
 * Bounds how many lines one window can write, and how much it remembers: at most `linesPerName` keys a name, however
 * many a flood makes up. Nothing is lost from the counts.
 */
export function buildLineLimit<Line>({ linesPerName }: Pick<LineLimits, 'linesPerName'>): LineLimit<Line> {
  const written = new Map<string, Map<string, { readonly line: Line; again: number }>>();
  const unwritten = new Map<string, number>();
  return {
    admit(name, key, line) {
      const lines = written.get(name) ?? new Map<string, { readonly line: Line; again: number }>();
      written.set(name, lines);
      const known = lines.get(key);
      if (known !== undefined) {
        known.again += 1;
        return false;
      }
      if (lines.size >= linesPerName) {
        unwritten.set(name, (unwritten.get(name) ?? 0) + 1);
        return false;
      }
      lines.set(key, { line, again: 0 });
      return true;
    },
    takeLeftOut() {
      const repeated = [...written.values()].flatMap((lines) =>
        [...lines.values()].filter(({ again }) => again > 0).map(({ line, again }) => ({ line, times: again })),
      );
      const leftOut = { repeated, unwritten: new Map(unwritten) };
      written.clear();
      unwritten.clear();
      return leftOut;
    },
    get isEmpty() {
      return written.size === 0;
    },
  };
}
