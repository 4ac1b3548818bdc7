import type { AuditLogData } from '@assay/contracts';
import { Field, FieldError } from '@assay/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { SiteLink, useSiteNavigate } from '../../shell/navigation/site-link.tsx';
import { sentenceAbout } from '../../shell/secrets/sentence-about.ts';
import { type AuditScope, type AuditSearch, auditPath, hasSearch, searchOf } from './audit-paths.ts';

export interface AuditSearchFormProps {
  readonly scope: AuditScope;
  readonly actions: AuditLogData['actions'];
  /** What is searched for now. */
  readonly search: AuditSearch;
  /** Why what was sent without a script was refused. */
  readonly failure: string | null;
}

/** Finds entries by what, who, on what and when. Works before any script has arrived. */
export function AuditSearchForm({ scope, actions, search, failure }: AuditSearchFormProps) {
  const navigate = useSiteNavigate();
  const [note, setNote] = useState(failure);
  const id = useId();

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const wanted = searchOf((name) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : null;
    });
    const sentence = (await sentenceAbout(wanted.actor, false)) ?? (await sentenceAbout(wanted.target, false));
    setNote(sentence);
    if (sentence === null) await navigate(auditPath(scope, wanted));
  }

  return (
    <search>
      <form
        className="audit-search"
        method="post"
        aria-label="Search the audit log"
        noValidate
        onSubmit={(event) => void send(event)}
        onChange={() => setNote(null)}
      >
        <div className="field">
          <label htmlFor={`${id}-action`}>Action</label>
          <select className="input" id={`${id}-action`} name="action" defaultValue={search.action}>
            <option value="">Any</option>
            {actions.map(({ action, title }) => (
              <option key={action} value={action}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <Field
          label="Who"
          name="actor"
          placeholder="Email, operator or system"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={320}
          defaultValue={search.actor}
        />
        <Field
          label="On what"
          name="target"
          placeholder="Id"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          defaultValue={search.target}
        />
        <Field label="From (UTC)" name="from" type="date" defaultValue={search.from} />
        <Field label="To (UTC)" name="to" type="date" defaultValue={search.to} />
        <div className="audit-search-end">
          <button className="btn btn-line" type="submit">
            Search
          </button>
          {hasSearch(search) && (
            <SiteLink
              className="link"
              to={auditPath(
                scope,
                searchOf(() => null),
              )}
            >
              Clear
            </SiteLink>
          )}
        </div>
      </form>
      {note !== null && <FieldError id={`${id}-note`}>{note}</FieldError>}
    </search>
  );
}
