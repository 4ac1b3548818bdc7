import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../session/session.tsx';
import { AccountNotices } from './account-notices.tsx';

describe('the notice of a suspended account', () => {
  it('says why it is suspended, what it cannot do and what it still can', () => {
    const user = {
      suspension: { reason: 'one account a person' },
      workspace: { role: 'owner' },
    } as Partial<SessionUser> as SessionUser;
    const Stub = createRoutesStub([
      { path: '/', Component: () => <AccountNotices user={user}>{null}</AccountNotices> },
    ]);
    const html = renderToStaticMarkup(<Stub />);
    expect(html).toContain('Your account is suspended: one account a person.');
    expect(html).toContain('not check, buy, download or change anything');
    expect(html).toContain(
      'end a plan or a shared link, get your invoices and a copy of your data, and delete the account',
    );
  });
});
