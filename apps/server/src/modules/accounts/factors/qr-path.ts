import encodeQR from 'qr';

/** A QR code: its side in modules with the quiet zone, and its dark modules as an SVG path, one unit a module. */
export interface QrPath {
  readonly size: number;
  readonly path: string;
}

/** Modules of light border that readers need around the code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Draws the text as a QR code of error correction level M. */
export function qrPath(text: string): QrPath {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const runs = rows.flatMap((modules, y) => runsOf(modules).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return { size: rows.length, path: runs.join('') };
}

/** Start and length of each run of dark modules. */
function runsOf(modules: readonly boolean[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of modules.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
