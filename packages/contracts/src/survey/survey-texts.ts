/** Free checks for the survey unless an administrator says otherwise (row ENT-15). */
export const DEFAULT_SURVEY_REWARD = 3;

/** Seconds for which a browser remembers that its user took the survey: one year (row SURV-03). */
export const SURVEY_MARKER_SECONDS = 31_536_000;

/** Most characters of a comment, and of the words behind 'Other'. */
export const SURVEY_COMMENT_MAX = 2_000;
export const SURVEY_FREE_TEXT_MAX = 300;

/** Most characters of the popup's title and of a question, and of an option. */
export const SURVEY_TITLE_MAX = 200;
export const SURVEY_OPTION_MAX = 120;

/** Most checks a survey may give. */
export const SURVEY_REWARD_MAX = 1_000;

/**
 * Title of the popup while no administrator has written another; it follows the reward (GAP-54).
 *
 * @param checksReward whole number of checks, 0 for a survey that gives none
 * @example surveyTitle(3) // 'Just a Quick Survey for 3 Free Checks'
 */
export function surveyTitle(checksReward: number): string {
  return checksReward === 0 ? 'Just a Quick Survey' : `Just a Quick Survey for ${freeChecks(checksReward)}`;
}

/**
 * Text of the floating button.
 *
 * @example surveyButtonText(3) // '3 Free Checks Here'
 */
export function surveyButtonText(checksReward: number): string {
  return checksReward === 0 ? 'Quick Survey Here' : `${freeChecks(checksReward)} Here`;
}

/**
 * Whether an option asks for words of one's own: it is 'Other' (GAP-54).
 *
 * @example isOtherOption('Other…') // true
 */
export function isOtherOption(text: string): boolean {
  return /^other\b/i.test(text.trim());
}

function freeChecks(checksReward: number): string {
  return `${checksReward} Free ${checksReward === 1 ? 'Check' : 'Checks'}`;
}
