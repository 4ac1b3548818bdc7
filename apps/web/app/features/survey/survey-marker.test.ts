import { describe, expect, it } from 'vitest';
import { hasSurveyMarker, surveyMarker } from './survey-marker.ts';

describe('the marker of the survey', () => {
  it('[SURV-03] is kept for a year, for a user or a visitor', () => {
    expect(surveyMarker('0af3', false)).toBe('assay_survey_0af3=1; path=/; max-age=31536000; samesite=lax');
    expect(surveyMarker(null, true)).toBe('assay_survey_anon=1; path=/; max-age=31536000; samesite=lax; secure');
  });

  it('[SURV-03] belongs to one user only', () => {
    const cookies = 'theme=dark; assay_survey_0af3=1; x=assay_survey_b=1';
    expect(hasSurveyMarker(cookies, '0af3')).toBe(true);
    for (const other of ['0af', '0af34', 'b', null]) expect(hasSurveyMarker(cookies, other)).toBe(false);
    expect(hasSurveyMarker('assay_survey_anon=1', null)).toBe(true);
    expect(hasSurveyMarker('assay_survey_0af3=', '0af3')).toBe(false);
  });
});
