import { SiteLink } from '../../shell/navigation/site-link.tsx';
import type { SentLink } from '../../shell/session/sent-link.ts';
import { AuthSheet } from './auth-sheet.tsx';

export interface CheckEmailProps {
  readonly sent: SentLink;
  /** Page of the mails that this installation did not really send; null where it does. */
  readonly outboxPath: string | null;
  /** Whether the outbox, where there is one, waits for the link that the terminal printed. */
  readonly needsPrintedLink: boolean;
}

/** After a link was sent: where to look, and the way back for a wrong address. */
export function CheckEmailPage({ sent, outboxPath, needsPrintedLink }: CheckEmailProps) {
  return (
    <AuthSheet title="Check your email!" seal="started">
      <p className="auth-lede">
        Tap the button in the email we sent to <b>{sent.email}</b> to {sent.type === 'login' ? 'log in' : 'sign up'}.
      </p>
      <p className="auth-alt">
        No new email after a minute? The button in the newest one that you have not used yet works again.
      </p>
      {outboxPath !== null && (
        <p className="auth-alt">
          Email is off here. Find your link in the{' '}
          <a className="link" href={outboxPath}>
            outbox
          </a>
          .
        </p>
      )}
      {needsPrintedLink && (
        <p className="auth-alt">
          Did you start this server yourself? Without a mail server, the sign-in link is printed in its terminal.
        </p>
      )}
      <p className="auth-alt">
        <SiteLink className="link" to={sent.type === 'login' ? '/login' : '/register'}>
          Wrong email address? Please re-enter your email address
        </SiteLink>
      </p>
    </AuthSheet>
  );
}
