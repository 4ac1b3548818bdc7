/** Words that this repository does not use, each with what to write (docs/glossary.md, 'Refused words'). */

export interface RefusedWord {
  /** Matched as a whole word, in any letter case. */
  readonly word: string;
  readonly write: string;
}

export const REFUSED_WORDS: readonly RefusedWord[] = [
  { word: 'anew', write: 'again' },
  { word: 'whoever|whomever', write: 'the user, the caller, anyone who' },
  { word: 'hears?|heard', write: 'receives, is notified' },
  { word: 'tells?|told', write: 'reports, says, distinguishes' },
  { word: 'stands?|stood', write: 'is, is stored, exists' },
  { word: 'breathes?|breaths?', write: 'yield (the event loop)' },
  { word: 'politely|manners', write: 'cooperatively, behaviour' },
  { word: 'scouts?', write: 'prefetch' },
  { word: 'shelf|shelves', write: 'cache' },
  { word: 'till', write: 'until; the payments' },
  { word: 'the house', write: 'the repository, the layout' },
  { word: 'second door|front doors', write: 'entry, entries' },
  { word: 'in the way', write: 'a problem, prevents' },
  { word: 'hands? out', write: 'gives, sends' },
  { word: 'comes? home', write: 'returns' },
  { word: 'first light', write: 'first release' },
  { word: 'conclud(?:es?|ed|ing)', write: 'derive, refresh (derived labels)' },
  { word: 'flights', write: 'shared requests' },
  { word: 'in hand', write: 'fetched' },
  { word: 'stragglers?', write: 'late record' },
  { word: 'askers?', write: 'the caller, the owner' },
];

/** A place where a refused word stays, and why. */
export interface Exception {
  /** A file, or a folder with a slash at the end. */
  readonly path: string;
  /** Text of the line that contains the word; left out, any line. */
  readonly text?: string;
  readonly reason: string;
}

const PRINTED = 'printed in reports: another text needs another layout version, as issued files are recomputed';
const PUBLISHED = 'names and texts of others';
const FIRST_SURVEY = 'a question of the first survey, which a migration stores';

export const EXCEPTIONS: readonly Exception[] = [
  { path: 'docs/glossary.md', reason: 'lists the refused words' },
  { path: 'tools/checks/refused-words', reason: 'the list and its test' },
  { path: 'apps/server/starter/', reason: PUBLISHED },
  { path: 'apps/server/src/platform/db/migrations/', reason: 'an applied migration stays as it is' },
  {
    path: 'apps/server/src/modules/records/transfers/refresh-after-change.ts',
    text: "QUEUE = 'conclude'",
    reason: 'the stored name of a queue',
  },
  { path: 'packages/report/src/layout/', text: 'stand in the attached certificate.json', reason: PRINTED },
  { path: 'packages/report/test/', text: 'stand in the attached certificate', reason: PRINTED },
  { path: 'apps/bot/src/texts/en.ts', text: '</b> tells you where', reason: 'text that the specification fixes' },
  { path: 'bench/bot/load.ts', text: 'Assay tells you', reason: 'text that the specification fixes' },
  { path: 'e2e/journeys/admin/feedback.journey.ts', text: 'did you hear about us', reason: FIRST_SURVEY },
  { path: 'packages/contracts/src/survey/', text: 'did you hear of us', reason: 'text that the specification fixes' },
  { path: 'packages/contracts/src/survey/', text: 'Others told me', reason: 'text that the specification fixes' },
];

export interface Found {
  readonly word: RefusedWord;
  readonly exception: Exception | null;
  /** 'FILE:LINE: …', for a person. */
  readonly problem: string;
}

/** Every refused word of a file, exceptions included. */
export function wordsIn(
  file: string,
  text: string,
  words: readonly RefusedWord[] = REFUSED_WORDS,
  exceptions: readonly Exception[] = EXCEPTIONS,
): Found[] {
  const lines = text.split('\n');
  return words.flatMap((word) => {
    // 'stand-in' is a word of its own.
    const pattern = new RegExp(`(?<![\\w-])(?:${word.word})(?![\\w]|-in)`, 'i');
    if (!pattern.test(text)) return [];
    return lines.flatMap((line, index) => {
      const found = pattern.exec(line)?.[0];
      if (found === undefined) return [];
      const exception =
        exceptions.find(
          ({ path, text: part }) => file.startsWith(path) && (part === undefined || line.includes(part)),
        ) ?? null;
      return [{ word, exception, problem: `${file}:${index + 1}: '${found}': write ${word.write}` }];
    });
  });
}
