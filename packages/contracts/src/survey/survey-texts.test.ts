import { describe, expect, it } from 'vitest';
import { isOtherOption, surveyButtonText, surveyTitle } from './survey-texts.ts';

describe('the words of the survey', () => {
  it.each([
    [3, '3 Free Checks Here', 'Just a Quick Survey for 3 Free Checks'],
    [1, '1 Free Check Here', 'Just a Quick Survey for 1 Free Check'],
    [12, '12 Free Checks Here', 'Just a Quick Survey for 12 Free Checks'],
    [0, 'Quick Survey Here', 'Just a Quick Survey'],
  ])('follow a reward of %i', (reward, button, title) => {
    expect(surveyButtonText(reward)).toBe(button);
    expect(surveyTitle(reward)).toBe(title);
  });

  it.each([
    ['Other', true],
    [' other (please say)', true],
    ['OTHER…', true],
    ['Others told me', false],
    ['Another', false],
    ['', false],
  ])('ask for words of one’s own behind %j: %s', (text, isOther) => {
    expect(isOtherOption(text)).toBe(isOther);
  });
});
