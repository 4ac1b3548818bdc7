import { mayIn } from '@assay/domain';
import { Alert } from '@assay/ui';
import type { ReactNode } from 'react';
import type { SessionUser } from '../session/session.tsx';
import { useSupportEmail } from './site-settings.ts';

export interface AccountNoticesProps {
  readonly user: SessionUser;
  /** The notices of a payment in progress, and of a plan that ends soon. */
  readonly children: ReactNode;
}

/** Notices at the top of every account page: those of billing, for whom they are, and of a suspended account. */
export function AccountNotices({ user, children }: AccountNoticesProps) {
  const supportEmail = useSupportEmail();
  const { suspension } = user;
  return (
    <>
      {mayIn(user.workspace.role, 'billing') && children}
      {suspension !== null && (
        <Alert
          type="error"
          message={`Your account is suspended${suspension.reason === null ? '' : `: ${suspension.reason}`}. You can look around, but not check, buy, download or change anything. You can still end a plan or a shared link, get your invoices and a copy of your data, and delete the account.`}
          action={
            supportEmail !== null && (
              <a className="link" href={`mailto:${supportEmail}`}>
                Contact support
              </a>
            )
          }
        />
      )}
    </>
  );
}
