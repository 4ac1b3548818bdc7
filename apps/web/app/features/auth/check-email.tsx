import type { SentLink } from '../../shell/session/sent-link.ts';
import { SiteLink } from '../../shell/site-link.tsx';
import { AuthSheet } from './auth-sheet.tsx';

/** After a link was sent: where to look, and the way back for a wrong address. */
export function CheckEmailPage({ sent }: { readonly sent: SentLink }) {
  return (
    <AuthSheet title="Check your email!" seal="started">
      <p className="auth-lede">
        Tap the button in the email we sent to <b>{sent.email}</b> to {sent.type === 'login' ? 'log in' : 'sign up'}.
      </p>
      <p className="auth-alt">
        <SiteLink className="link" to={sent.type === 'login' ? '/login' : '/register'}>
          Wrong email address? Please re-enter your email address
        </SiteLink>
      </p>
    </AuthSheet>
  );
}
