import { lazy, Suspense } from 'react';
import { useInBrowser } from '../../shell/layout/use-in-browser.ts';
import { useSession } from '../../shell/session/session.tsx';
import { mayTakeSurvey } from './may-take-survey.ts';

/** No first page carries the survey: it arrives for those it may be offered to. */
const SurveyOffer = lazy(() => import('./survey-offer.tsx').then((module) => ({ default: module.SurveyOffer })));

/** The survey of the default layout (row ROUTE-11). */
export function GlobalSurvey() {
  const { user } = useSession();
  const isInBrowser = useInBrowser();
  if (!isInBrowser || user === null || !mayTakeSurvey(user, document.cookie)) return null;
  return (
    <Suspense>
      <SurveyOffer key={user.sub} sub={user.sub} />
    </Suspense>
  );
}
