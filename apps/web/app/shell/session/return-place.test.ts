import { describe, expect, it } from 'vitest';
import { placeAfter, placeHeaders, readPlace } from './return-place.ts';

const at = (url: string, cookie = '') => new Request(`https://assay.example${url}`, { headers: { cookie } });

describe('the page that a login returns to', () => {
  it.each(['/account?tab=history', '/account/audit-log?action=key.create', '/transaction?id=0xab&network=ETH', '/'])(
    'is %s, a page of this site',
    (place) => expect(readPlace(place)).toBe(place),
  );

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\\\evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    'account',
    '',
    '/login',
    '/login?x=1',
    '/api/auth/me',
    '/confirm-link?link=secret',
    '/invitation/secret',
    '/account\r\nset-cookie: a=b',
    `/${'a'.repeat(600)}`,
  ])('is never %j', (place) => expect(readPlace(place)).toBeNull());

  it('is kept by the guard that leads to the login, and read again where there is no script', () => {
    const kept = placeHeaders(at('/account.data?tab=tariffs&_routes=routes%2Faccount'))?.['set-cookie'] ?? '';
    expect(kept).toMatch(/^assay_return=%2Faccount%3Ftab%3Dtariffs; Path=\/; Max-Age=1800; SameSite=Lax; Secure$/);
    const headers = new Headers();
    expect(placeAfter(at('/confirm-link', `a=b; ${kept.split(';')[0]}`), headers)).toBe('/account?tab=tariffs');
    expect(headers.get('set-cookie')).toMatch(/^assay_return=; Path=\/; Max-Age=0/);
    for (const cookie of ['', 'assay_return=%2F%2Fevil.example', 'assay_return=%E0%A4%A']) {
      expect(placeAfter(at('/confirm-link', cookie), new Headers())).toBe('/');
    }
  });
});
