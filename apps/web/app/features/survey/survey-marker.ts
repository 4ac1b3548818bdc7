import { SURVEY_MARKER_SECONDS } from '@assay/contracts/client';

/** Who the marker is for: a user, or a visitor who is not signed in (row SURV-03). */
type Sub = string | null;

function nameOf(sub: Sub): string {
  return `assay_survey_${sub ?? 'anon'}`;
}

/** Whether these cookies say that the person has taken the survey. */
export function hasSurveyMarker(cookies: string, sub: Sub): boolean {
  return cookies.split(';').some((cookie) => cookie.trim() === `${nameOf(sub)}=1`);
}

/**
 * The cookie that remembers it for a year.
 *
 * @example surveyMarker(null, true) // 'assay_survey_anon=1; path=/; max-age=31536000; samesite=lax; secure'
 */
export function surveyMarker(sub: Sub, isSecure: boolean): string {
  return `${nameOf(sub)}=1; path=/; max-age=${SURVEY_MARKER_SECONDS}; samesite=lax${isSecure ? '; secure' : ''}`;
}

/** Browser only. */
export function markSurveyTaken(sub: Sub): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = surveyMarker(sub, window.location.protocol === 'https:');
}
