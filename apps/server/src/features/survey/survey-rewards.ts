import { FREE_TARIFF, type Ledger } from '../ledger/index.ts';
import type { SurveyLedger } from './survey.ports.ts';

/** The part of the balance ledger that the survey needs. */
export function surveyLedger(ledger: Pick<Ledger, 'grant' | 'stateOf'>): SurveyLedger {
  return {
    usedChecks: async (db, sub) => (await ledger.stateOf(db, sub)).used_checks,
    reward: (db, reward) => ledger.grant(db, { ...reward, tariff: FREE_TARIFF, reason: 'survey', expiresAt: null }),
  };
}
