import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { WhatEnds } from './what-ends.tsx';

const NONE = { currentTariff: null, tariffs: [], next_additions: [], charges_card: false, keeps_money: false };

const pageOf = (
  problem: string | null,
  companies: readonly string[] | null,
  owned: readonly string[] = [],
  held_to: string | null = null,
) =>
  renderToStaticMarkup(
    <WhatEnds
      losses={companies === null ? null : { ...NONE, companies: [...companies], last_owner_of: [...owned], held_to }}
      problem={problem}
      timeZone="UTC"
      onRetry={() => undefined}
    />,
  );

describe('what ends with an account', () => {
  it('says why the account cannot be deleted while it is not known, and offers to try again', () => {
    const page = pageOf('No connection.', null);
    expect(page).toContain('could not be loaded, so it cannot be deleted yet. No connection.');
    expect(page).toMatch(/<button[^>]*>Try again<\/button>/);
  });

  it('is another matter while a company would have no owner: the page says what to do first', () => {
    const page = pageOf(null, ['Acme', 'Firm Ltd.'], ['Firm Ltd.']);
    expect(page).toContain('Without you Firm Ltd. would have no owner. Under Workspace, make another member an owner');
    expect(page).not.toContain('You lose');
  });

  it('is not listed while a legal hold keeps the account: the page says until when', () => {
    const page = pageOf(null, ['Acme'], ['Acme'], '2027-03-01');
    expect(page).toContain('Your data is under a legal hold until 2027-03-01 (UTC) and must be kept.');
    expect(page).not.toContain('Acme');
  });

  it('is listed once it is known, and nothing is said where nothing is lost', () => {
    expect(pageOf(null, ['Acme'])).toContain('Your membership of Acme: its checks stay with it');
    expect(pageOf(null, [])).toBe('');
    expect(pageOf(null, null)).toContain('Loading what ends with your account');
  });
});
