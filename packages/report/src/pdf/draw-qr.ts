import encodeQR from 'qr';
import { PALETTE } from '../palette.ts';
import type { Paper } from './paper.ts';

/** A QR code of the text, error correction level M, with its quiet zone inside the square. */
export function drawQr({ doc }: Paper, text: string, x: number, y: number, side: number): void {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const unit = side / rows.length;
  for (const [row, modules] of rows.entries()) {
    let start: number | null = null;
    for (let column = 0; column <= modules.length; column++) {
      const dark = modules[column] === true;
      if (dark && start === null) start = column;
      if (!dark && start !== null) {
        // A hair wider than the module, so that no seam shows between two rows.
        doc.rect(x + start * unit, y + row * unit, (column - start) * unit, unit * 1.01);
        start = null;
      }
    }
  }
  doc.fill(PALETTE.ink);
}
