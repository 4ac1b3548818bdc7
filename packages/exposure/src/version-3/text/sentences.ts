import { ADVICE_LINES } from './templates/advice.ts';
import { FOUND } from './templates/found.ts';
import { HEADLINES } from './templates/headline.ts';
import { ORIGIN } from './templates/origin.ts';
import { SET_ASIDE_LINES } from './templates/set-aside.ts';
import { WHY } from './templates/why.ts';
import { WOULD_CHANGE } from './templates/would-change.ts';

/** Text set 8: every sentence that a result of version 3 can have, by its code, with the kinds of its parameters. */
export const TEXT_SET_8 = {
  ...HEADLINES,
  ...ADVICE_LINES,
  ...FOUND,
  ...ORIGIN,
  ...SET_ASIDE_LINES,
  ...WHY,
  ...WOULD_CHANGE,
};
