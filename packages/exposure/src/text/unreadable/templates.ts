import { noLabel } from '../set-2/why-templates.ts';

/** What is said where a source answered and could not be read, in place of the sentence of this code that none answered. */
export const UNREADABLE_TEMPLATES = {
  no_source_answered: { code: 'answer_not_read', write: () => 'What a source answered could not be read.' },
  found_sources_failed: {
    code: 'found_answer_not_read',
    write: () =>
      'A source of transfers answered, but what it answered could not be read, so nothing can be said of this address.',
  },
  why_sources_failed: {
    code: 'why_answer_not_read',
    write: ({ elsewhere }: { readonly elsewhere: boolean }) =>
      `No stars: what a source of transfers answered could not be read, and ${noLabel(elsewhere)}.`,
  },
  source_answers: { code: 'readable_answer', write: () => 'An answer that can be read would allow a rating.' },
};
