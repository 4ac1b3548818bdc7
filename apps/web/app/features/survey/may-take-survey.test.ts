import { describe, expect, it } from 'vitest';
import { mayTakeSurvey } from './may-take-survey.ts';

const NEW_USER = { sub: '0af3', used_checks: 0, suspension: null };

describe('whether the survey is offered', () => {
  it.each([
    ['to a new user', NEW_USER, '', true],
    ['not to a guest', null, '', false],
    ['not to a user who used a check', { ...NEW_USER, used_checks: 1 }, '', false],
    ['not to a suspended account', { ...NEW_USER, suspension: { since: '2026-01-01', reason: null } }, '', false],
    ['not to a user with a marker', NEW_USER, 'assay_survey_0af3=1', false],
    ['when only others are marked', NEW_USER, 'assay_survey_anon=1; assay_survey_other=1', true],
  ])('[SURV-03] [SURV-04] %s', (_who, user, cookies, isOffered) => {
    expect(mayTakeSurvey(user, cookies)).toBe(isOffered);
  });
});
