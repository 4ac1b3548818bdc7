import { FieldError } from '@assay/ui';
import { type FormEvent, useId, useState } from 'react';
import { judgeEmail } from '../../shell/layout/judge-email.ts';
import { useSiteNavigate } from '../../shell/navigation/site-link.tsx';

/** Judged here and sent nowhere: a good address goes on to the registration. Without a script the browser does the same. */
export function SubscribeForm() {
  const navigate = useSiteNavigate();
  const [error, setError] = useState<string | null>(null);
  const id = useId();
  const noteId = `${id}-note`;

  async function subscribe(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('email');
    const email = typeof typed === 'string' ? typed.trim() : '';
    const wrong = judgeEmail(email);
    setError(wrong);
    if (wrong === null) await navigate(`/register?${new URLSearchParams({ email })}`);
  }

  return (
    <form className="subscribe" action="/register" noValidate onSubmit={(event) => void subscribe(event)}>
      <label className="sr" htmlFor={id}>
        Email
      </label>
      <input
        className="input"
        id={id}
        name="email"
        type="email"
        placeholder="Email"
        autoComplete="email"
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : noteId}
        onChange={() => setError(null)}
      />
      <button className="btn btn-primary" type="submit">
        Subscribe
      </button>
      {error !== null && <FieldError id={noteId}>{error}</FieldError>}
    </form>
  );
}
