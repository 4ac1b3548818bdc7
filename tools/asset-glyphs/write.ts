// `npm run glyphs`, after a change of the catalogue: draws the sheet of asset glyphs again and prints its sources.
import { writeFile } from 'node:fs/promises';
import { glyphSheet, SHEET } from './glyph-sheet.ts';

const sheet = await glyphSheet();
await writeFile(SHEET, sheet);
const letters = [...sheet.matchAll(/<symbol id="(\w+)" [^>]*data-source="letters"/g)].map(([, ticker]) => ticker);
process.stdout.write(
  `${sheet.split('<symbol ').length - 1} glyphs, ${letters.length} of our own letters: ${letters.join(', ')}\n`,
);
