import { pathOf } from '@assay/contracts/client';
import { DownloadLink } from '../../shell/layout/download-link.tsx';
import { PRIVACY_HEADLINE } from './account-shell.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { SessionList } from './session-list.tsx';
import { TelegramSection } from './telegram-section.tsx';

export interface PrivacyPageProps {
  readonly email: string;
  /** Whether this installation has a Telegram bot. */
  readonly hasBot: boolean;
}

/** What the privacy policy promises, to be done by oneself, and who else acts for the account. */
export function PrivacyPage({ email, hasBot }: PrivacyPageProps) {
  return (
    <>
      <div className="acc-head">
        <h1>{PRIVACY_HEADLINE}</h1>
      </div>
      <SessionList />
      {hasBot && <TelegramSection />}
      <section className="acc-sec" aria-labelledby="your-data">
        <h2 id="your-data">Your data</h2>
        <p>
          Everything we keep about you in one file: your account, your checks, and how each check was added and used.
        </p>
        <DownloadLink className="btn btn-line" href={`/api${pathOf('GET /account/data')}`} needsConfirmation>
          Export my data
        </DownloadLink>
      </section>
      <section className="acc-sec" aria-labelledby="delete-account">
        <h2 id="delete-account">Delete account</h2>
        <p>
          You are logged in as {email}. Deletion takes effect immediately. Saved cards are removed at the payment
          provider; invoices that the law asks us to keep stay.
        </p>
        <DeleteAccount email={email} />
      </section>
    </>
  );
}
