import type { SessionUser } from '../../shell/session/session.tsx';
import { hasSurveyMarker } from './survey-marker.ts';

/**
 * Whether the survey is asked about at all (rows SURV-03, SURV-04): not without the marker's leave, not to a guest, not
 * to who has used a check, and not to an account that may not be given any.
 */
export function mayTakeSurvey(
  user: Pick<SessionUser, 'sub' | 'used_checks' | 'suspension'> | null,
  cookies: string,
): boolean {
  if (hasSurveyMarker(cookies, user?.sub ?? null)) return false;
  return user !== null && user.used_checks === 0 && user.suspension === null;
}
