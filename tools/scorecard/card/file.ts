import { readFileSync, writeFileSync } from 'node:fs';
import type { Scorecard } from './card.ts';

/** Where the scorecard is published; the page reads it from here. */
const FILE = new URL('../../../docs/scorecard/scorecard.json', import.meta.url);

/** The published text, with one short record a line, so that a change of it can be read. */
export function scorecardText(card: Scorecard): string {
  const list = (items: readonly unknown[]) =>
    `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
  const fields = Object.entries(card).map(([name, value]) => {
    return `  ${JSON.stringify(name)}: ${Array.isArray(value) ? list(value) : JSON.stringify(value)}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

export function readScorecardText(): string {
  return readFileSync(FILE, 'utf8');
}

/** What was published last. The file is written by this tool alone, in the form of `Scorecard`. */
export function readScorecard(): Scorecard {
  return JSON.parse(readScorecardText());
}

export function writeScorecard(card: Scorecard): void {
  writeFileSync(FILE, scorecardText(card));
}
