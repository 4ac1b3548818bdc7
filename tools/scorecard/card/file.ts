import { readFileSync, writeFileSync } from 'node:fs';
import type { PublishedCard } from './card.ts';

/** Where the scorecard is published; the page reads it from here. */
const FILE = new URL('../../../docs/scorecard/scorecard.json', import.meta.url);

/** The published text, with one short record a line, so that a change of it can be read. */
export function scorecardText(card: object): string {
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

/** What was published last. The file is written by this tool alone, in the form of `PublishedCard`. */
export function readScorecard(): PublishedCard {
  return JSON.parse(readScorecardText());
}

export function writeScorecard(card: PublishedCard): void {
  writeFileSync(FILE, scorecardText(card));
}

/** Fields that are about version 3 alone, or that only the command computes. */
const NOT_FORMER: ReadonlySet<string> = new Set(['measures', 'forward', 'changes3', 'cases', '3', 'finding', 'paying']);

/**
 * What a card says of versions 1 and 2, as text. The rules of version 3 are still being mended, each time with other
 * figures: its part of the published file is what the command wrote last, and no test holds it to that.
 */
export function formerText(text: string): string {
  const former: unknown = JSON.parse(text, (name, value: unknown) => {
    if (NOT_FORMER.has(name)) return undefined;
    return Array.isArray(value) ? value.filter((item) => Object(item).version !== '3') : value;
  });
  return JSON.stringify(former);
}
