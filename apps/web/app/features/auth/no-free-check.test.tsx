import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import { NoFreeCheck } from './no-free-check.tsx';

describe('a new account without its free check', () => {
  it.each([
    ['network', 'for accounts on your network'],
    ['domain', 'for accounts with your mail domain'],
    ['installation', 'for new accounts'],
  ] as const)('reads which free checks are used up today: those of the %s', (limit, whose) => {
    const Stub = createRoutesStub([{ path: '/', Component: () => <NoFreeCheck to="/" reason={limit} /> }]);
    expect(renderToStaticMarkup(<Stub />)).toContain(
      `Your account has no free check: those ${whose} are used up today, and none is added later.`,
    );
  });

  it('reads that the mailbox had it already', () => {
    const Stub = createRoutesStub([{ path: '/', Component: () => <NoFreeCheck to="/" reason="mailbox" /> }]);
    expect(renderToStaticMarkup(<Stub />)).toContain(
      'Your account has no free check: this mailbox had its free check already. Everything else works',
    );
  });
});
