import type { SentLink } from '../../shell/session/sent-link.ts';
import { SiteLink } from '../../shell/site-link.tsx';
import { AuthSheet } from './auth-sheet.tsx';

export interface CheckEmailProps {
  readonly sent: SentLink;
  /** Page of the mails that this installation did not really send; null where it does. */
  readonly outboxPath: string | null;
}

/** After a link was sent: where to look, and the way back for a wrong address. */
export function CheckEmailPage({ sent, outboxPath }: CheckEmailProps) {
  return (
    <AuthSheet title="Check your email!" seal="started">
      <p className="auth-lede">
        Tap the button in the email we sent to <b>{sent.email}</b> to {sent.type === 'login' ? 'log in' : 'sign up'}.
      </p>
      {outboxPath !== null && (
        <p className="auth-alt">
          This installation sends no mail: look into its{' '}
          <a className="link" href={outboxPath}>
            outbox
          </a>
          .
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
